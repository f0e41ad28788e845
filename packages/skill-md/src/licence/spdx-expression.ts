import parse from 'spdx-expression-parse'

/** One licence of an expression. */
export interface SpdxLicence {
  /** SPDX identifier, or `LicenseRef-…`. */
  readonly id: string
  /** "or a later version": the `+` of `Apache-1.1+`. */
  readonly orLater: boolean
  /** After `WITH`. */
  readonly exception: string | null
}

/** An SPDX expression as a tree. */
export type SpdxExpression =
  | { readonly kind: 'licence'; readonly licence: SpdxLicence }
  | {
      readonly kind: 'and' | 'or'
      readonly left: SpdxExpression
      readonly right: SpdxExpression
    }

const maxLength = 500

/** Reads an exact SPDX expression, of at most 500 characters. Undefined for any other text. Never guesses. */
export function parseSpdxExpression(text: string): SpdxExpression | undefined {
  if (text.length > maxLength) return undefined
  try {
    return treeOf(parse(text.trim()))
  } catch {
    return undefined
  }
}

/** The expression as text: canonical identifiers, and parentheses only where they are needed. */
export function spdxText(expression: SpdxExpression): string {
  if (expression.kind === 'licence') return licenceText(expression.licence)
  const sides = [expression.left, expression.right].map((side) =>
    expression.kind === 'and' && side.kind === 'or' ? `(${spdxText(side)})` : spdxText(side),
  )
  return sides.join(expression.kind === 'and' ? ' AND ' : ' OR ')
}

function licenceText({ id, orLater, exception }: SpdxLicence): string {
  return `${id}${orLater ? '+' : ''}${exception === null ? '' : ` WITH ${exception}`}`
}

/** All licences of an expression, in order. */
export function licencesOf(expression: SpdxExpression): readonly SpdxLicence[] {
  if (expression.kind === 'licence') return [expression.licence]
  return [...licencesOf(expression.left), ...licencesOf(expression.right)]
}

function treeOf(node: ReturnType<typeof parse>): SpdxExpression {
  if ('conjunction' in node) {
    return { kind: node.conjunction, left: treeOf(node.left), right: treeOf(node.right) }
  }
  return { kind: 'licence', licence: licenceOf(node) }
}

type LicenceNode = Extract<ReturnType<typeof parse>, { license: string }>

/** `GPL-3.0` and `GPL-3.0+` are old spellings of `GPL-3.0-only` and `GPL-3.0-or-later`. */
function licenceOf({ license: id, plus, exception: named }: LicenceNode): SpdxLicence {
  const exception = named ?? null
  const orLater = plus === true
  if (!oldGnuId.test(id)) return { id, orLater, exception }
  return { id: `${id}-${orLater ? 'or-later' : 'only'}`, orLater: false, exception }
}

const oldGnuId = /^(?:[AL]?GPL|GFDL)-\d\.\d$/
