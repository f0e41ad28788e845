import { type CodeJob, codeBounds } from './code-job.ts'
import { depthOf } from './read-json.ts'

const callName = /^[a-z][A-Za-z0-9]{0,62}(\.[a-z][A-Za-z0-9]{0,62})?$/
/** Globals that are ours, or the language's under a name that fits. */
const taken = new Set([
  ...['console', 'require', 'input', 'eval', 'undefined', 'escape', 'unescape', 'globalThis'],
  ...['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI', 'encodeURI'],
  ...['decodeURIComponent', 'encodeURIComponent', 'constructor', 'toString', 'valueOf'],
])

/** Null when it can be run; else what is wrong with it, as a sentence. */
export function whatIsWrongWith({ code, libraries, calls, input, limits }: CodeJob): string | null {
  const { codeUnits, libraryUnits, inputUnits, depth, memoryBytes } = codeBounds
  if (code.length > codeUnits) return `The code is longer than ${codeUnits / 1024} KiB.`
  const sources = Object.values(libraries).reduce((sum, { length }) => sum + length, 0)
  if (sources > libraryUnits)
    return `The libraries together are longer than ${libraryUnits / 1024} KiB.`
  const text = JSON.stringify(input)
  if (text.length > inputUnits) return `The input is larger than ${inputUnits / 1024} KiB.`
  if (depthOf(text) > depth) return `The input is nested deeper than ${depth}.`
  return wrongNames(Object.keys(calls)) ?? wrongLimits(limits, memoryBytes)
}

function wrongNames(names: readonly string[]): string | null {
  const roots = new Map<string, boolean>()
  for (const name of names) {
    const [root = '', member] = name.split('.')
    const grouped = member !== undefined
    const clash = taken.has(root) || (roots.get(root) ?? grouped) !== grouped
    if (!callName.test(name) || clash)
      return `A function cannot be named ${JSON.stringify(name.slice(0, 120))}.`
    roots.set(root, grouped)
  }
  return null
}

function wrongLimits(
  limits: CodeJob['limits'],
  memory: { readonly least: number; readonly most: number },
): string | null {
  for (const [name, value] of Object.entries(limits))
    if (!Number.isSafeInteger(value) || value < 1)
      return `The limit ${name} is no whole number above 0.`
  if (limits.memoryBytes < memory.least || limits.memoryBytes > memory.most)
    return `The limit memoryBytes is not between ${memory.least} and ${memory.most}.`
  return null
}
