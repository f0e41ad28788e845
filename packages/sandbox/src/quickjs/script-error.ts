import { type CodeError, codeBounds } from './code-job.ts'

/** An error thrown by guest code: without a stack, with its line number where known. */
export interface ScriptError {
  readonly error: CodeError
  readonly outOfMemory: boolean
}

/** Parses name, message and stack from the engine's JSON. Untrusted. */
export function parseScriptError(text: string): ScriptError {
  const details = fieldsOf(text)
  const name = truncate(details.name || 'Error', 100)
  const line = /\bcode\.js:(\d{1,7})/.exec(details.stack)?.[1]
  const message = truncate(details.message, codeBounds.errorUnits)
  return {
    error: { name, message: line === undefined ? message : `${message} (line ${line})` },
    outOfMemory: name === 'InternalError' && message === 'out of memory',
  }
}

function fieldsOf(text: string): { name: string; message: string; stack: string } {
  const details: unknown = parsed(text)
  // The engine throws null when no memory is left for an error.
  if (details === null) return { name: 'InternalError', message: 'out of memory', stack: '' }
  if (typeof details !== 'object')
    return { name: 'Error', message: typeof details === 'string' ? details : text, stack: '' }
  const field = (name: string): string => {
    const value: unknown = Object.hasOwn(details, name) ? Reflect.get(details, name) : ''
    return typeof value === 'string' ? value : ''
  }
  return { name: field('name'), message: field('message'), stack: field('stack') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}
