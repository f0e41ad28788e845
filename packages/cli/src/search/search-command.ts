import {
  meaningByModel,
  qualityLabels,
  type SkillListItem,
  wordVectorsNote,
} from '@repertoire/client'
import { truncate } from '@repertoire/skill-md'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { connect } from '../connection/api.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface SearchOptions extends JsonOptions {
  limit: number
}

const examples = `
Examples:
  $ repertoire search slow postgres           the best ten, with the matching words
  $ repertoire search "release notes" --limit 3
  $ repertoire search csv --json | jq -r .slug

Exit codes: 0 found, 1 nothing found, 2 the command failed.`

/** `repertoire search`. */
export function searchCommand(context: CommandContext): Command {
  return new ServerCommand('search', context)
    .description('search skills by purpose')
    .argument('<words...>', 'search words, in any order')
    .option('--limit <number>', 'maximal number of results (1 to 200)', parseLimit, 10)
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
    .runOnServer(async (server, words: string[], { limit, json }: SearchOptions) => {
      const { terminal } = server
      const hits = await connect(server).search(words.join(' '), withSpare(limit))
      const found = groupAlike(hits).slice(0, limit)
      if (json) printJson(terminal, found)
      else if (found.length > 0) printTable(terminal, found)
      else terminal.note('Nothing found.')
      const note = json ? null : wordVectorsNote(found)
      if (note !== null) terminal.note(note)
      return found.length > 0 ? exitCodes.ok : exitCodes.negative
    })
}

/** A hit, and the near-duplicates of it that stand after it. */
interface HitGroup extends SkillListItem {
  readonly alike: readonly string[]
}

function groupAlike(hits: readonly SkillListItem[]): readonly HitGroup[] {
  return hits
    .filter((hit) => hit.near_duplicate_of === undefined)
    .map((hit) => {
      const alike = hits.filter((other) => other.near_duplicate_of === hit.id)
      return { ...hit, alike: alike.map(({ slug }) => slug) }
    })
}

/** Near-duplicates take no place of the results. */
const withSpare = (limit: number) => Math.min(maxLimit, limit * 3)

const maxLimit = 200

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return limit
  throw new InvalidArgumentError('Use an integer from 1 to 200.')
}

function printJson(terminal: Terminal, found: readonly HitGroup[]): void {
  for (const [index, item] of found.entries()) {
    const { slug, name, description, tags, scope, enabled, match, unavailable, alike } = item
    const { score = 0, reasons = [] } = match ?? {}
    const skill = { rank: index + 1, slug, name, description, tags, scope, enabled, score, reasons }
    const more = { ...(unavailable && { unavailable }), ...(alike.length > 0 && { alike }) }
    terminal.out(sanitizeJson({ ...skill, ...more }))
  }
}

function printTable(terminal: Terminal, found: readonly HitGroup[]): void {
  const width = Math.max(...found.map(({ slug }) => slug.length))
  for (const [index, item] of found.entries()) {
    const rank = `${index + 1}.`.padStart(4)
    const slug = terminal.paint('bold', sanitizeText(item.slug).padEnd(width))
    const score = (item.match?.score ?? 0).toFixed(1).padStart(6)
    terminal.out(`${rank} ${slug} ${score}  ${terminal.paint('dim', sanitizeText(why(item)))}`)
    const description = sanitizeText(item.description)
    if (!item.enabled) terminal.out(`     ${terminal.paint('yellow', 'off: no agent can use it')}`)
    if (item.unavailable) {
      terminal.out(`     ${terminal.paint('yellow', sanitizeText(item.unavailable.reason))}`)
    }
    if (description !== '') terminal.out(`     ${truncate(description, terminal.lineWidth - 5)}`)
    if (item.alike.length > 0) {
      const also = sanitizeText(`nearly the same: ${item.alike.join(', ')}`)
      terminal.out(`     ${terminal.paint('dim', truncate(also, terminal.lineWidth - 5))}`)
    }
  }
}

/** `postgres in slug, description; slow by meaning; k8s ~ kubernetes by synonym`. */
function why({ match }: SkillListItem): string {
  const places = new Map<string, Set<string>>()
  const reasons = match?.reasons ?? []
  const ofWords = reasons.filter(({ embedding, quality }) => embedding !== 'used' && !quality)
  for (const { term, word, field } of ofWords) {
    const place = placeOf(term, field)
    places.set(word || 'similar', (places.get(word || 'similar') ?? new Set()).add(place))
  }
  const labels = [...places].map(
    ([word, all]) => `${word} ${[...all].join(', ').replaceAll(', in ', ', ')}`,
  )
  if (reasons.some(({ embedding }) => embedding === 'used')) labels.push(meaningByModel)
  labels.push(...qualityLabels(reasons.flatMap(({ quality = [] }) => quality)))
  return labels.join('; ')
}

function placeOf(term: string, field: string): string {
  if (field === 'synonym') return `~ ${term} by synonym`
  return field === 'meaning' ? 'by meaning' : `in ${field.replaceAll('_', ' ')}`
}
