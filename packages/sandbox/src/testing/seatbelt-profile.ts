/** A rule of a Seatbelt profile: the last one that matches an operation and a path decides. */
interface Rule {
  readonly allows: boolean
  readonly operations: readonly string[]
  readonly filters: readonly Expression[]
}
type Expression = string | Literal | readonly Expression[]
interface Literal {
  readonly text: string
}

const token = /;[^\n]*|#?"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/g

/** Interprets the part of Apple's profile language that decides about paths, to test profiles without a Mac. */
export class SeatbeltProfile {
  readonly #rules: readonly Rule[]
  /** The decision when no rule matches. */
  readonly #default: boolean

  constructor(text: string) {
    const expressions = parse(text)
    const rules = expressions.flatMap((each) => ruleOf(each))
    this.#default = rules.some(({ allows, operations }) => allows && operations.includes('default'))
    this.#rules = rules.filter(({ operations }) => !operations.includes('default'))
  }

  /**
   * Whether an operation (such as `file-read-data`) on a path is allowed; a rule for the operation precedes one
   * for its family.
   */
  allows(operation: string, path: string): boolean {
    const matching = this.#rules.filter(({ filters }) => {
      const own = filters.filter((each) => !isMessage(each))
      return own.length === 0 || own.some((each) => matches(each, path))
    })
    const named = matching.filter(({ operations }) => operations.includes(operation)).at(-1)
    const family = operation.replace(/-[a-z]+$/, '*')
    const wide = matching.filter(({ operations }) =>
      operations.some((each) => each === family || each === operation.replace(/-.*$/, '*')),
    )
    return (named ?? wide.at(-1))?.allows ?? this.#default
  }

  /** Operations that some rule allows. */
  get allowed(): readonly string[] {
    return this.#rules.flatMap(({ allows, operations }) => (allows ? operations : []))
  }
}

function parse(text: string): readonly Expression[] {
  const stack: Expression[][] = [[]]
  for (const [found] of text.matchAll(token)) {
    if (found.startsWith(';')) continue
    if (found === '(') stack.push([])
    else if (found === ')') {
      const closed = stack.pop() ?? []
      stack.at(-1)?.push(closed)
    } else if (found.startsWith('#"')) stack.at(-1)?.push({ text: found.slice(2, -1) })
    else if (found.startsWith('"')) stack.at(-1)?.push({ text: JSON.parse(found) })
    else stack.at(-1)?.push(found)
  }
  if (stack.length !== 1) throw new Error('The profile has unbalanced parentheses.')
  return stack[0] ?? []
}

function ruleOf(expression: Expression): readonly Rule[] {
  if (!isList(expression) || (expression[0] !== 'allow' && expression[0] !== 'deny')) return []
  const operations = expression.slice(1).filter((each) => typeof each === 'string')
  const filters = expression.slice(1).filter((each) => typeof each !== 'string')
  return [{ allows: expression[0] === 'allow', operations, filters }]
}

function isMessage(filter: Expression): boolean {
  return isList(filter) && filter[0] === 'with'
}

function matches(filter: Expression, path: string): boolean {
  if (!isList(filter)) return false
  const [kind, ...rest] = filter
  const [first] = rest
  const text = typeof first === 'object' && !isList(first) ? first.text : ''
  const each = (one: Expression): boolean => matches(one, path)
  switch (kind) {
    case 'literal':
      return path === text
    case 'subpath':
      return text === '/' || path === text || path.startsWith(`${text}/`)
    case 'regex':
      return new RegExp(text).test(path)
    case 'require-all':
      return rest.every(each)
    case 'require-any':
      return rest.some(each)
    case 'require-not':
      return !rest.every(each)
    default:
      return false
  }
}

function isList(expression: Expression | undefined): expression is readonly Expression[] {
  return Array.isArray(expression)
}
