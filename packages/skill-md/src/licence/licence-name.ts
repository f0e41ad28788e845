import { parseSpdxExpression, spdxText } from './spdx-expression.ts'
import { commonLicences } from './table/common-licences.ts'

/**
 * The SPDX expression that a whole text is, or is a usual spelling of: `apache 2.0`, `The MIT License (MIT)`. Undefined
 * for everything else: a text that only mentions a licence says nothing.
 */
export function readLicenceName(text: string): string | undefined {
  const exact = parseSpdxExpression(text)
  if (exact) return spdxText(exact)
  if (text.length > maxNameLength) return undefined
  const name = normal(text)
  return names.get(name) ?? names.get(`${name} 0`)
}

const maxNameLength = 120

const fillers = /\b(?:the|an?|licenses?|version|software|international|gnu|foundation)\b/g

/** Lower-case words without fillers: `apache 2 0`, `bsd 3 clause`. */
function normal(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('licence', 'license')
    .replace(/\([^()]{0,40}\)/g, ' ')
    .replace(/([a-z]|\b)v\.? ?(\d)/g, '$1 $2')
    .replace(/[^a-z0-9]+/g, ' ')
  return words.replace(fillers, ' ').replace(/ +/g, ' ').trim()
}

const gnuNames = [
  ['gpl 2', 'GPL-2.0-only'],
  ['gpl 3', 'GPL-3.0-only'],
  ['lgpl 2 1', 'LGPL-2.1-only'],
  ['lgpl 3', 'LGPL-3.0-only'],
  ['agpl 3', 'AGPL-3.0-only'],
  ['general public 2', 'GPL-2.0-only'],
  ['general public 3', 'GPL-3.0-only'],
  ['lesser general public 2 1', 'LGPL-2.1-only'],
  ['lesser general public 3', 'LGPL-3.0-only'],
  ['affero general public 3', 'AGPL-3.0-only'],
] as const

const names: ReadonlyMap<string, string> = new Map([
  ...commonLicences.map((id): [string, string] => [normal(id), id]),
  ...gnuNames.flatMap(([name, id]): [string, string][] => [
    [name, id],
    [`${name} 0`, id],
    [`${name} only`, id],
    [`${name} or later`, id.replace('-only', '-or-later')],
    [`${name} 0 or later`, id.replace('-only', '-or-later')],
  ]),
  ['apache 2', 'Apache-2.0'],
  ['expat', 'MIT'],
  ['mozilla public 2 0', 'MPL-2.0'],
  ['creative commons attribution 4 0', 'CC-BY-4.0'],
  ['creative commons attribution sharealike 4 0', 'CC-BY-SA-4.0'],
  ['creative commons attribution noncommercial 4 0', 'CC-BY-NC-4.0'],
  ['creative commons zero 1 0 universal', 'CC0-1.0'],
])
