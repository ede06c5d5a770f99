/** Writing to the palace, each time with a way back. Tells those who show it by an event `change`. */

import { placeKey } from './palace_data.js';

export class PalaceKeep extends EventTarget {
  #memory;

  constructor(memory) {
    super();
    this.#memory = memory;
  }

  get #palace() {
    return this.#memory.palace;
  }

  /** Files a drawer; resolves to it as it is stored. */
  async file(drawer) {
    const { id } = await this.#palace.addDrawer(drawer);
    this.announce();
    return this.#palace.getDrawer(id);
  }

  /**
   * Removes a drawer. Resolves to `{drawer, closetsRemoved, tunnelsRemoved, undo}`; undo brings the
   * tunnels back that ended there, not a digest.
   */
  async remove(id) {
    const drawer = await this.#palace.getDrawer(id);
    const tunnels = drawer ? await this.#tunnelsOf(drawer) : [];
    const { closetsRemoved, tunnelsRemoved } = await this.#palace.deleteDrawer(id);
    this.announce();
    const undo = () => this.#restore(drawer, tunnelsRemoved > 0 ? tunnels : []);
    return { drawer, closetsRemoved, tunnelsRemoved, undo };
  }

  async draw(tunnel) {
    const { action } = await this.#palace.createTunnel(tunnel);
    this.announce();
    return action;
  }

  /** Takes a tunnel away. Resolves to `{undo}`. */
  async undraw(id) {
    const { tunnels } = await this.#palace.listTunnels();
    const tunnel = tunnels.find((one) => one.id === id);
    await this.#palace.deleteTunnel(id);
    this.announce();
    return { undo: () => this.#restore(null, tunnel ? [tunnel] : []) };
  }

  /** Tells that the palace is not what it was. */
  announce() {
    this.dispatchEvent(new Event('change'));
  }

  async #tunnelsOf(place) {
    const { tunnels } = await this.#palace.listTunnels();
    const key = placeKey(place);
    return tunnels.filter(({ from, to }) => [from, to].some((end) => placeKey(end) === key));
  }

  async #restore(drawer, tunnels) {
    if (drawer) await this.#palace.addDrawer(drawer);
    for (const { from, to, label } of tunnels) await this.#palace.createTunnel({ from, to, label });
    this.announce();
  }
}
