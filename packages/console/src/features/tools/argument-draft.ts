import type { ToolGrantBody } from '@repertoire/protocol'

type Constraints = ToolGrantBody['constraints']
export type ConstraintKind = Constraints[string]['kind']

/** What one argument of a call may be, as it is being typed. */
export interface ArgumentDraft {
  readonly name: string
  readonly kind: ConstraintKind
  /** Of `equals` the value, of `one-of` a value a line, of `host` a host a line. */
  readonly text: string
  readonly min: string
  readonly max: string
}

export const emptyArgument: ArgumentDraft = {
  ...{ name: '', kind: 'equals', text: '', min: '', max: '' },
}

export function draftsOf(constraints: Constraints): readonly ArgumentDraft[] {
  return Object.entries(constraints).map(([name, constraint]) => {
    const draft = { ...emptyArgument, name, kind: constraint.kind }
    switch (constraint.kind) {
      case 'equals':
        return { ...draft, text: typed(constraint.value) }
      case 'one-of':
        return { ...draft, text: constraint.values.map(typedInLine).join('\n') }
      case 'host':
        return { ...draft, text: constraint.hosts.join('\n') }
      case 'between':
        return { ...draft, min: String(constraint.min), max: String(constraint.max) }
      default:
        return draft
    }
  })
}

/** What was typed as constraints; a sentence that says what is missing. */
export function constraintsFrom(drafts: readonly ArgumentDraft[]): Constraints | string {
  const read = new Map<string, Constraints[string]>()
  for (const draft of drafts) {
    if (draft.name === '') return 'Name every argument.'
    if (read.has(draft.name)) return `“${draft.name}” stands there twice.`
    const constraint = constraintOf(draft)
    if (typeof constraint === 'string') return `“${draft.name}”: ${constraint}`
    read.set(draft.name, constraint)
  }
  return Object.fromEntries(read)
}

function constraintOf({ kind, text, min, max }: ArgumentDraft): Constraints[string] | string {
  switch (kind) {
    case 'equals':
      return { kind, value: readValue(text) }
    case 'one-of': {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      return lines.length === 0
        ? 'write at least one value.'
        : { kind, values: lines.map((line) => readValue(line)) }
    }
    case 'host': {
      const hosts = text.split('\n').flatMap((line) => line.trim() || [])
      return hosts.length === 0 ? 'write at least one host.' : { kind, hosts }
    }
    case 'between': {
      const given = min.trim() !== '' && max.trim() !== ''
      return given && Number(min) <= Number(max)
        ? { kind, min: Number(min), max: Number(max) }
        : 'give both numbers, the smaller one first.'
    }
    default:
      return { kind }
  }
}

/** What can be read as JSON is that; everything else is a text, exactly as it stands. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The shortest way to type a value so that it is read again as it is. */
function typed(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value)
}

function typedInLine(value: unknown): string {
  const text = typed(value)
  return text.includes('\n') || text.trim() === '' ? JSON.stringify(value) : text
}
