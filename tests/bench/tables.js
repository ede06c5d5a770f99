// Tables of figures as text, for the terminal or for a README (Markdown). A section is one table:
// `{title, header: [string], rows: [[string]]}`, the first column to the left, the others to the right.

const pad = (text, width, left) => (left ? text.padEnd(width) : text.padStart(width));

function plainTable(header, rows) {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((cells) => cells[column].length)),
  );
  const line = (cells) =>
    cells.map((cell, column) => pad(cell, widths[column], column === 0)).join('  ');
  return [line(header), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)];
}

function markdownTable(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(header), line(rule), ...rows.map(line)];
}

const verdict = (met) => (met === undefined ? '' : met ? 'met' : 'missed');

/** The section of rows that are judged: `[{what, shown, target, met?}]`, see targets.js. */
export function judgedSection(title, judged) {
  const rows = judged.map(({ what, shown, target, met }) => [what, shown, target, verdict(met)]);
  return { title, header: ['what', 'figure', 'target', ''], rows };
}

const machineLine = ({ cpu, cores, memory, system, node }) =>
  `${cpu}, ${cores} cores, ${memory}, ${system}, Node ${node}`;

/** A whole report: what was run on which machine, notes on how, then the sections. */
export function reportOf({ command, machine, notes }, sections, { markdown }) {
  const table = markdown ? markdownTable : plainTable;
  const blocks = sections.map(({ title, header, rows }) =>
    [markdown ? `**${title}**\n` : title, ...table(header, rows)].join('\n'),
  );
  const head = [`${command} on ${machineLine(machine)}`, ...notes];
  return `${[head.join(markdown ? '\n\n' : '\n'), ...blocks].join('\n\n')}\n`;
}
