import { countCharacters, isOverLength } from '../base/characters.ts'
import { maxDescriptionLength } from '../base/description.ts'
import { isJsonObject, ownValue } from '../base/json.ts'
import { nameProblems } from '../base/name-rules.ts'
import type { ProfileCheck, ProfileProblem, ProfileSubject } from './profile.ts'

export const specKeys = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
]

/** Rejects keys outside the list. */
export function onlyKeys(allowed: readonly string[]): ProfileCheck {
  return (subject) =>
    Object.keys(subject.parsed.value)
      .filter((key) => !allowed.includes(key))
      .map((key) => ({
        code: 'frontmatter.unknown-key',
        message: `The key \`${key.slice(0, 80)}\` is not allowed; allowed are ${allowed.join(', ')}.`,
        fix: 'Move it into `metadata`, or remove it.',
        at: { key },
      }))
}

/** Requires a non-blank text, then applies `rules`. */
function requiredText(
  key: string,
  rules: (text: string, subject: ProfileSubject) => ProfileProblem[],
): ProfileCheck {
  return (subject) => {
    if (!has(subject, key)) {
      return [
        {
          code: `${key}.missing`,
          message: `The key \`${key}\` is missing.`,
          fix: `Add a line \`${key}: …\`.`,
        },
      ]
    }
    const text = textOf(subject, key)
    if (text === undefined || text.trim() === '') {
      return [
        {
          code: `${key}.blank`,
          message: `\`${key}\` must be text that is not empty.`,
          at: { key },
        },
      ]
    }
    return rules(text, subject).map((problem) => ({ ...problem, at: { key } }))
  }
}

/** The name rule of the open format: Unicode letters and digits, equal to the folder name. */
export const formatName = requiredText('name', (text, subject) =>
  nameProblems(text, subject.folderName),
)

/** `^[a-z0-9]+(-[a-z0-9]+)*$`, at most 64 characters, optionally equal to the folder name. */
export function asciiName(options: { matchFolder: boolean }): ProfileCheck {
  return requiredText('name', (text, subject) => {
    const folder = options.matchFolder ? subject.folderName : undefined
    const problems: ProfileProblem[] = nameProblems(text, folder)
    if (/^[a-z0-9-]*$/.test(text.trim()) || problems.some((p) => p.code === 'name.characters'))
      return problems
    if (problems.some((problem) => problem.code === 'name.uppercase')) return problems
    return [
      ...problems,
      { code: 'name.characters', message: 'The name may only have a-z, 0-9 and hyphens.' },
    ]
  })
}

/** At most 1024 characters, untrimmed. */
export const description = requiredText('description', (text) => descriptionLength(text))

/** Like {@link description}, without angle brackets. */
export const plainDescription = requiredText('description', (text) => [
  ...(/[<>]/.test(text)
    ? [{ code: 'description.angle-bracket', message: 'The description must not contain < or >.' }]
    : []),
  ...descriptionLength(text.trim()),
])

function descriptionLength(text: string): ProfileProblem[] {
  if (!isOverLength(text, maxDescriptionLength)) return []
  return [
    {
      code: 'description.too-long',
      message: `The description has ${countCharacters(text)} characters; at most ${maxDescriptionLength} are allowed.`,
    },
  ]
}

/** Optional text of at most 500 characters. */
export const compatibility: ProfileCheck = (subject) => {
  if (!has(subject, 'compatibility')) return []
  const text = textOf(subject, 'compatibility')
  const at = { key: 'compatibility' }
  if (text === undefined) {
    return [{ code: 'compatibility.not-text', message: '`compatibility` must be text.', at }]
  }
  if (!isOverLength(text, 500)) return []
  const count = countCharacters(text)
  return [
    {
      code: 'compatibility.too-long',
      message: `\`compatibility\` has ${count} characters; at most 500 are allowed.`,
      at,
    },
  ]
}

export const allowedToolsText: ProfileCheck = (subject) => {
  if (!has(subject, 'allowed-tools') || textOf(subject, 'allowed-tools') !== undefined) return []
  return [
    {
      code: 'allowed-tools.not-text',
      message: '`allowed-tools` must be one text, not a list.',
      fix: 'Write the tools on one line, separated by spaces.',
      at: { key: 'allowed-tools' },
    },
  ]
}

/** A map of strings. */
export const metadataOfStrings: ProfileCheck = (subject) => {
  if (!has(subject, 'metadata')) return []
  const metadata = ownValue(subject.parsed.value, 'metadata')
  const at = { key: 'metadata' }
  if (!isJsonObject(metadata)) {
    return [
      { code: 'metadata.not-a-map', message: '`metadata` must be a map of names to text.', at },
    ]
  }
  return Object.entries(metadata)
    .filter(([, value]) => typeof value !== 'string')
    .map(([key]) => ({
      code: 'metadata.not-text',
      message: `\`metadata.${key.slice(0, 80)}\` must be text.`,
      fix: 'Put the value in double quotes.',
      at,
    }))
}

/** The hosted service rejects its own names and markup. */
export const noReservedNames: ProfileCheck = (subject) => {
  const name = textOf(subject, 'name') ?? ''
  const problems: ProfileProblem[] = []
  if (/anthropic|claude/i.test(name)) {
    problems.push({
      code: 'name.reserved-word',
      message: 'The name must not contain "anthropic" or "claude".',
      at: { key: 'name' },
    })
  }
  for (const key of ['name', 'description']) {
    if (/<\/?[A-Za-z][^<>]*>/.test(textOf(subject, key) ?? '')) {
      problems.push({
        code: `${key}.markup`,
        message: `\`${key}\` must not contain XML tags.`,
        at: { key },
      })
    }
  }
  return problems
}

/** A scalar as text, for readers that know only strings; undefined for lists and maps. */
function textOf(subject: ProfileSubject, key: string): string | undefined {
  const { value, texts } = subject.parsed
  const found = ownValue(value, key)
  if (typeof found === 'string') return found
  if (typeof found === 'object' && found !== null) return undefined
  return texts.get(value)?.get(key) ?? ''
}

function has(subject: ProfileSubject, key: string): boolean {
  return Object.hasOwn(subject.parsed.value, key)
}
