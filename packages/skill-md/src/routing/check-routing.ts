import type { Diagnostic } from '../base/diagnostic.ts'
import { emptyObject, type JsonObject } from '../base/json.ts'
import { isSlug } from '../base/slug.ts'
import { readFields } from '../fields/read-fields.ts'
import type { FieldFinding } from '../fields/read-values.ts'
import { type RoutingFields, routingSidecar } from '../fields/routing-fields.ts'
import { readRoutingForm } from './read-routing-form.ts'
import { routingKeys, routingNamespace } from './routing-keys.ts'

interface Rule {
  readonly isValid: (item: string) => boolean
  readonly expected: string
}

/** The stages of document E; a vocabulary of one's own may define others. */
const stages: ReadonlySet<string> = new Set(['discover', 'evaluate', 'decide', 'manage'])
/** A phrase of at least so many words is a sentence, which no message contains word for word. */
const minSentenceWords = 5

const rules: { readonly [Field in keyof RoutingFields]?: Rule } = {
  signalSources: {
    isValid: (item) => item === 'cron' || item === 'webhook',
    expected: '`cron` or `webhook`',
  },
  stages: {
    isValid: (item) => stages.has(item),
    expected:
      'a stage (discover, evaluate, decide, manage), unless a vocabulary of yours defines it',
  },
  coActivate: { isValid: isSlug, expected: 'the slug of another skill' },
  requiresEnv: {
    isValid: (item) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(item),
    expected: 'the name of a setting, such as SERVICE_API_KEY',
  },
  platforms: {
    isValid: (item) => ['linux', 'darwin', 'win32'].includes(item),
    expected: '`linux`, `darwin` or `win32`',
  },
}

/** Valid types with values that nothing can match, each with its key. */
export function checkRouting(frontmatter: JsonObject, sidecar?: JsonObject): FieldFinding[] {
  const { routing, origins } = readRoutingForm(frontmatter, sidecar)
  const findings: FieldFinding[] = []
  for (const [field, rule] of Object.entries(rules) as [keyof RoutingFields, Rule][]) {
    const items = routing[field]
    if (!Array.isArray(items)) continue
    const wrong = items.filter((item) => !rule.isValid(item))
    if (wrong.length === 0) continue
    const path = pathOf(field, origins[field])
    const shown = wrong.map((item) => JSON.stringify(item.slice(0, 80))).join(', ')
    findings.push({
      ...{ key: path[0]!, path, code: `routing.${routingKeys[field][0]}.unknown` },
      severity: 'warning',
      message: `${shown} is not ${rule.expected}, so it never matches.`,
    })
  }
  return [...findings, ...singlePhrase(routing.keywords, origins.keywords)]
}

/** One long phrase where a list was meant: it hits only messages that contain all of it. */
function singlePhrase(
  keywords: readonly string[] | undefined,
  origin: string | undefined,
): FieldFinding[] {
  const [only, second] = keywords ?? []
  if (only === undefined || second !== undefined) return []
  if (only.trim().split(/\s+/).length < minSentenceWords) return []
  const path = pathOf('keywords', origin)
  return [
    {
      ...{ key: path[0], path, code: 'routing.keywords.single-phrase', severity: 'warning' },
      message: `The only keyword is a sentence, ${JSON.stringify(only.slice(0, 80))}: a message has to contain all of it. Write several short phrases, separated by commas.`,
    },
  ]
}

/** The same for SKILL.config.json, including values of the wrong type. Its line numbers are unknown. */
export function checkSidecar(sidecar: JsonObject): Diagnostic[] {
  const noFrontmatter = emptyObject()
  const parsed = { value: noFrontmatter, texts: new Map(), usesFlow: false }
  const findings = [
    ...readFields(parsed, sidecar).findings,
    ...checkRouting(noFrontmatter, sidecar),
  ]
  return findings.map(({ code, severity, message }) => ({
    ...{ code: code.replace(routingSidecar, 'sidecar'), severity, line: 1, column: 1 },
    message: `${routingSidecar}: ${message.replaceAll(`${routingSidecar}.`, '')}`,
  }))
}

const conditions = new Set<keyof RoutingFields>(['requiresEnv', 'platforms'])

function pathOf(field: keyof RoutingFields, origin: string | undefined): [string, ...string[]] {
  const [key] = routingKeys[field]
  if (origin === 'repertoire') return ['metadata', routingNamespace, key]
  if (origin === 'frontmatter') return [conditions.has(field) ? 'conditions' : 'routing', key]
  return ['metadata', origin ?? routingNamespace]
}
