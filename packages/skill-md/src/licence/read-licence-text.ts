import { readLicenceName } from './licence-name.ts'
import { namesFileOnly, reservesRights, restricts, withoutReference } from './licence-phrases.ts'
import { licenceWords, wordsOf } from './licence-words.ts'
import { parseSpdxExpression, spdxText } from './spdx-expression.ts'
import { nearestLicence } from './table/nearest-licence.ts'

/** What one text says about the licence. */
export interface LicenceStatement {
  /** `reference`: it only names a licence file. */
  readonly says: 'known' | 'unknown' | 'proprietary' | 'reference'
  readonly expression: string | null
  readonly kind: 'frontmatter' | 'file' | 'header'
  /** From 0 to 1. */
  readonly score: number
}

/** UTF-16 units. A longer text is no licence that is known. */
export const maxLicenceLength = 256 * 1024

const minScore = 0.9

/**
 * Reads a licence file: the text of a known licence, or a notice that names one. A text that takes rights away again
 * ("for non-commercial use only") is not the licence it is made of. Pure.
 */
export function readLicenceText(text: string): LicenceStatement {
  if (text.length > maxLicenceLength) return { ...unknown, kind: 'file' }
  if (namesFileOnly(text.trim())) return { ...unknown, says: 'reference', kind: 'file' }
  const words = licenceWords(text)
  const closest = nearestLicence(words)
  const score = closest?.score ?? 0
  if (closest && score >= minScore) {
    if (closest.additions.some(restricts)) return { ...unknown, kind: 'file', score }
    return { says: 'known', expression: closest.id, kind: 'file', score }
  }
  return (
    readNotice(text) ?? {
      says: isReserved(text, words) ? 'proprietary' : 'unknown',
      expression: null,
      kind: 'file',
      score,
    }
  )
}

/** Reads the `license` field of a frontmatter. Undefined for an empty one. Pure. */
export function readLicenceField(text: string): LicenceStatement | undefined {
  const field = text.trim()
  if (field === '') return undefined
  const expression = readLicenceName(field) ?? readLicenceName(withoutReference(field))
  if (expression !== undefined) return { says: 'known', expression, kind: 'frontmatter', score: 1 }
  const says = reservesRights(field) || reservedField.test(field) ? 'proprietary' : 'unknown'
  return { ...unknown, says: namesFileOnly(field) ? 'reference' : says, kind: 'frontmatter' }
}

const unknown = { says: 'unknown', expression: null, score: 0 } as const

const reservedField = /\b(?:proprietary|all rights reserved|internal use only)\b/i

/** A file with a copyright notice and nothing else grants nothing. */
function isReserved(text: string, words: readonly string[]): boolean {
  return reservesRights(text) || (words.length === 0 && /all rights reserved/i.test(text))
}

/** A notice that names the licence instead of its text. */
function readNotice(text: string): LicenceStatement | undefined {
  const flat = text.replace(/[\s*#>]+/g, ' ')
  for (const { notice, expressionOf, readsLines = false } of notices) {
    const read = readsLines ? text : flat
    const found = notice.exec(read)
    const expression = found && expressionOf(found)
    if (!expression) continue
    const rest = read.replace(found[0], ' ')
    if (reservesRights(rest) || restricts(wordsOf(rest).join(' '))) return undefined
    return { says: 'known', expression, kind: 'header', score: 1 }
  }
  return undefined
}

interface Notice {
  readonly notice: RegExp
  /** Whether it reads the text as it is, instead of as one line without marks. */
  readonly readsLines?: boolean
  expressionOf(found: RegExpExecArray): string | undefined
}

const notices: readonly Notice[] = [
  // A short file below the name of its licence.
  {
    notice: /^\s*([^\n]{2,60})\n(?=[\s\S]{0,500}$)/,
    readsLines: true,
    expressionOf: ([, title = '']) => readLicenceName(title),
  },
  {
    notice:
      /SPDX-License-Identifier: ?((?:\(?[\w.+-]{1,60}\)?)(?: (?:AND|OR|WITH) \(?[\w.+-]{1,60}\)?){0,10})/,
    expressionOf: ([, text = '']) => {
      const expression = parseSpdxExpression(text)
      return expression && spdxText(expression)
    },
  },
  {
    notice:
      /Licensed under the Apache License, Version 2\.0(?: \(the .License.\))?[;,.]? you may not use th(?:is|ese) [a-z ]{1,40}except in compliance with the License/i,
    expressionOf: () => 'Apache-2.0',
  },
  {
    notice:
      /subject to the terms of the Mozilla Public License, v(?:\.|ersion) ?2\.0|under the terms of the Mozilla Public License,? (?:v(?:\.|ersion) ?)?2\.0/i,
    expressionOf: () => 'MPL-2.0',
  },
  {
    notice:
      /under the terms of the GNU (Affero |Lesser )?General Public License(?: as published by the Free Software Foundation)?[,;]? (?:either )?version (\d(?:\.\d)?)(?: of the License)?(,? or \(at your option\) any later version)?/i,
    expressionOf: ([, kind = '', version = '', later]) => gnuExpression(kind, version, later),
  },
  {
    notice:
      /\b(?:is|are) (?:released|licensed|available|distributed) under (?:the terms of )?((?:the |an? )?[\w. ()-]{2,60}?)(?:\.(?= |$)|,|;| – | - | see |$)/i,
    expressionOf: ([, name = '']) => readLicenceName(name),
  },
]

function gnuExpression(kind: string, version: string, later: string | undefined) {
  const prefix = { affero: 'A', lesser: 'L' }[kind.trim().toLowerCase()] ?? ''
  const number = version.includes('.') ? version : `${version}.0`
  const id = `${prefix}GPL-${number}-${later === undefined ? 'only' : 'or-later'}`
  return parseSpdxExpression(id) ? id : undefined
}
