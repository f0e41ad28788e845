import { type CodeJob, codeBounds } from './code-job.ts'
import { jsonDepth } from './read-json.ts'

const callName = /^[a-z][A-Za-z0-9]{0,62}(\.[a-z][A-Za-z0-9]{0,62})?$/
/** Names of globals of the bootstrap or the language. */
const reservedNames = new Set([
  ...['console', 'require', 'input', 'eval', 'undefined', 'escape', 'unescape', 'globalThis'],
  ...['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI', 'encodeURI'],
  ...['decodeURIComponent', 'encodeURIComponent', 'constructor', 'toString', 'valueOf'],
])

/** Null when the job is valid; otherwise what is wrong, as a sentence. */
export function validateCodeJob({ code, libraries, calls, input, limits }: CodeJob): string | null {
  const { codeUnits, libraryUnits, inputUnits, depth, memoryBytes } = codeBounds
  if (code.length > codeUnits) return `The code is longer than ${codeUnits / 1024} KiB.`
  const sources = Object.values(libraries).reduce((sum, { length }) => sum + length, 0)
  if (sources > libraryUnits)
    return `The libraries together are longer than ${libraryUnits / 1024} KiB.`
  const text = JSON.stringify(input)
  if (text.length > inputUnits) return `The input is larger than ${inputUnits / 1024} KiB.`
  if (jsonDepth(text) > depth) return `The input is nested deeper than ${depth}.`
  return findInvalidName(Object.keys(calls)) ?? findInvalidLimit(limits, memoryBytes)
}

function findInvalidName(names: readonly string[]): string | null {
  const roots = new Map<string, boolean>()
  for (const name of names) {
    const [root = '', member] = name.split('.')
    const grouped = member !== undefined
    const clash = reservedNames.has(root) || (roots.get(root) ?? grouped) !== grouped
    if (!callName.test(name) || clash)
      return `A function cannot be named ${JSON.stringify(name.slice(0, 120))}.`
    roots.set(root, grouped)
  }
  return null
}

function findInvalidLimit(
  limits: CodeJob['limits'],
  memory: { readonly min: number; readonly max: number },
): string | null {
  for (const [name, value] of Object.entries(limits))
    if (!Number.isSafeInteger(value) || value < 1)
      return `The limit ${name} is not a positive integer.`
  if (limits.memoryBytes < memory.min || limits.memoryBytes > memory.max)
    return `The limit memoryBytes is not between ${memory.min} and ${memory.max}.`
  return null
}
