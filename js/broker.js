// A SharedWorker that all tabs of a site share. It hands the ports of followers to their leader, so
// that what they say to each other does not go to all tabs. It knows nothing else, and may be absent.

const leaders = new Map(); // by store: {epoch, port}

const handlers = {
  lead({ store, epoch }, port) {
    if ((leaders.get(store)?.epoch ?? 0) <= epoch) leaders.set(store, { epoch, port });
  },

  connect({ store, epoch, from }, port, [line]) {
    const leader = leaders.get(store);
    if (leader?.epoch !== epoch) return line.close();
    return leader.port.postMessage({ type: 'connect', store, epoch, from }, [line]);
  },

  gone({ store, epoch }) {
    if (leaders.get(store)?.epoch === epoch) leaders.delete(store);
  },
};

globalThis.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data, ports }) => handlers[data.type]?.(data, port, ports);
};
