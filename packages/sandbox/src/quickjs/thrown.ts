import { type CodeError, codeBounds } from './code-job.ts'

/** What code threw, for people: no stack, but the line it was in where that is known. */
export interface Thrown {
  readonly error: CodeError
  readonly outOfMemory: boolean
}

/** `text`: JSON of the name, message and stack that came out of the engine. Hostile. */
export function readThrown(text: string): Thrown {
  const told = fieldsOf(text)
  const name = cut(told.name || 'Error', 100)
  const line = /\bcode\.js:(\d{1,7})/.exec(told.stack)?.[1]
  const message = cut(told.message, codeBounds.errorUnits)
  return {
    error: { name, message: line === undefined ? message : `${message} (line ${line})` },
    outOfMemory: name === 'InternalError' && message === 'out of memory',
  }
}

function fieldsOf(text: string): { name: string; message: string; stack: string } {
  const told: unknown = parsed(text)
  // What the engine throws when there is no memory left for an error.
  if (told === null) return { name: 'InternalError', message: 'out of memory', stack: '' }
  if (typeof told !== 'object')
    return { name: 'Error', message: typeof told === 'string' ? told : text, stack: '' }
  const field = (name: string): string => {
    const value: unknown = Object.hasOwn(told, name) ? Reflect.get(told, name) : ''
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

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
