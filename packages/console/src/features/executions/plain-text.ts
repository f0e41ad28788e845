/** What a terminal would act on instead of showing: CSI, OSC and the like, and the two-character ones. */
const sequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090])[^\u0007\u001b\u009c\u009d\u0090]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-Zc-~\\]/g
/** A sequence that has begun and may end in what comes next; one that goes on for long is none. */
const begun =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?:(?:\u001b\[|\u009b)[0-?]*[ -/]*|(?:\u001b[\]PX^_]|[\u009d\u0090])[^\u0007\u001b\u009c\u009d\u0090]*\u001b?|\u001b[ -/]*)$/
const maxPartialEscape = 4096
/** Controls with no picture, and marks that make text read in another order than it was printed in. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text of a terminal as plain text, and what of its end may only be judged with what follows. */
export function plainText(printed: string): { readonly text: string; readonly rest: string } {
  const found = begun.exec(printed)?.[0] ?? (printed.endsWith('\r') ? '\r' : '')
  const rest = found.length <= maxPartialEscape ? found : ''
  const text = printed
    .slice(0, printed.length - rest.length)
    .replace(sequence, '')
    .replaceAll('\r\n', '\n')
    .replace(unseen, '\ufffd')
  return { text, rest }
}

/** Lines as they stand after carriage returns wrote over them: a progress bar is one line. */
export function collapseProgress(text: string): string {
  if (!text.includes('\r')) return text
  return text
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n')
}
