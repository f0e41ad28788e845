import type { LicenceAssessment } from './licence-report.ts'
import type { LicenceStatement } from './read-licence-text.ts'
import {
  licencesOf,
  parseSpdxExpression,
  type SpdxExpression,
  spdxText,
} from './spdx-expression.ts'

/**
 * One answer from the statements of several places, the nearest place first. A text that reserves the rights counts more
 * than one that grants them. All licences of one place hold together. Places that differ are a conflict. Pure.
 */
export function judgeStatements(
  places: readonly (readonly LicenceStatement[])[],
): LicenceAssessment {
  const said = new Set(places.flat().map(({ says }) => says))
  if (said.has('proprietary')) return { status: 'proprietary', expression: null }
  if (said.has('unknown')) return { status: 'unknown', expression: null }
  const expressions = places.map(expressionOf).filter((expression) => expression !== undefined)
  const [first, ...others] = expressions
  if (first === undefined) {
    return { status: said.has('reference') ? 'unknown' : 'none', expression: null }
  }
  const agreed = others.reduce<SpdxExpression | undefined>(
    (one, other) => one && agreement(one, other),
    first,
  )
  if (!agreed) return { status: 'conflict', expression: null }
  return { status: 'known', expression: spdxText(agreed) }
}

/** All licences of one place, joined with AND. */
function expressionOf(place: readonly LicenceStatement[]): SpdxExpression | undefined {
  const names = [...new Set(place.flatMap(({ expression }) => expression ?? []))].sort()
  const expressions = withoutIncorporated(names).flatMap((name) => parseSpdxExpression(name) ?? [])
  if (expressions.length === 0) return undefined
  return expressions.reduceRight((right, left) => ({ kind: 'and', left, right }))
}

/** LGPL-3.0 is a text of its own that adds to that of GPL-3.0, so both are shipped together. */
function withoutIncorporated(names: readonly string[]): readonly string[] {
  const hasLesser = names.some((name) => name.startsWith('LGPL-3.0'))
  return hasLesser ? names.filter((name) => !name.startsWith('GPL-3.0')) : names
}

/** What two places say together; undefined when they differ. */
function agreement(one: SpdxExpression, other: SpdxExpression): SpdxExpression | undefined {
  if (spdxText(one) === spdxText(other)) return one
  if (isChoice(one, other)) return other
  if (isChoice(other, one)) return one
  return withLaterVersions(one, other)
}

/** Whether `part` is one of the licences that `whole` offers to choose from. */
function isChoice(whole: SpdxExpression, part: SpdxExpression): boolean {
  if (whole.kind !== 'or') return false
  return [whole.left, whole.right].some(
    (side) => spdxText(side) === spdxText(part) || isChoice(side, part),
  )
}

/** The text of a GNU licence does not say whether later versions are allowed, so the other place decides. */
function withLaterVersions(one: SpdxExpression, other: SpdxExpression): SpdxExpression | undefined {
  const [first, ...more] = [...licencesOf(one), ...licencesOf(other)].map(({ id }) => id)
  const isPair = one.kind === 'licence' && other.kind === 'licence'
  const stem = (id = '') => id.replace(/-(?:only|or-later)$/, '')
  if (!isPair || !/-(?:only|or-later)$/.test(first ?? '') || stem(first) !== stem(more[0])) {
    return undefined
  }
  return one.licence.id.endsWith('-or-later') ? one : other
}
