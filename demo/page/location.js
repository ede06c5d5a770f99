/** The store that the page shows: `?store=NAME` names another one, `?store=:memory:` keeps none. */
export function locationFrom(search) {
  const name = new URLSearchParams(search).get('store') || 'demo';
  return name === ':memory:' ? name : `opfs:${name}`;
}
