import { foldText } from '../fold-text.ts'
import type { FindingSeverity } from '../scan-report.ts'
import type { Segment } from '../scan-rule.ts'
import { linesIn } from '../split-segments.ts'
import { addressesIn, isKnownInstaller, isLoopback, isReserved } from './addresses.ts'
import { isQuoted, isTableRow } from './quoted.ts'
import { isRuleFence, isRuleFile } from './rule-language.ts'

/** A finding and where it stands. */
export interface ShownPlace {
  readonly rule: string
  readonly severity: FindingSeverity
  readonly segment: Segment
  /** Lines of the whole file, as they are. */
  readonly lines: readonly string[]
  /** Line of the file, from 1. */
  readonly line: number
  /** The folded text that was found. */
  readonly found: string
}

const families = /^(?:run|flow|supply|prompt)\./
const proseFile = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i
/** Says on the line itself that the text is shown, not meant. Words of the topic count here only. */
const cue =
  /\b(?:wrong|bad|never|do not|don'?t|must not|avoid|block(?:s|ed|ing)?|den(?:y|ies|ied)|reject(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|refuse[sd]?|prevent(?:s|ed)?|unsafe|insecure|vulnerab\w{2,5}|dangerous|malicious|suspicious|detect(?:s|ed|ion|ing)?|flag(?:s|ged)?|attack(?:s|er|ers)?|injection|payloads?|exploits?|red flag|example of|e\.g\.|such as|instead of|rather than|indicators?|ioc|log line|logged|jailbreak|untrusted)\b|[❌✗⛔🚫]/u
const label =
  /^[\s>*\-/;#`"'|]{0,12}(?:[❌✗⛔🚫⚠]|(?:wrong|bad|never|do not|don'?t|avoid|blocked|unsafe|insecure|vulnerable|dangerous|malicious|forbidden|not allowed|incorrect|anti-?pattern)\b)/u
/** Words that turn a cue into an order. */
const noCue =
  /\b(?:never|do not|don'?t)\s{1,3}(?:forget|skip|omit|fail|hesitate|mind|worry|wait|ask|delay)/
const order =
  /\b(?:run|execute|paste|type|enter|copy|launch|invoke|start)\s{1,3}(?:the\s{1,3}following|the\s{1,3}(?:command|script|snippet|line|block)|this|these|it|that|them|each|all|both|below)\b|\bignore\s{1,3}(?:the|any|all|this|these)\s{1,3}(?:warning|label|comment|note)s?\b/g
const negated =
  /\b(?:never|not|don'?t|avoid|without|cannot|refuse\s{1,3}to|attacker\w{0,2}|would|could)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}$/

/**
 * The severity of a finding that a text shows as an example of what is wrong: one step milder, never less, and
 * only where the bounds of `isShown` hold. Pure.
 */
export function shownSeverity(place: ShownPlace): FindingSeverity {
  const { severity } = place
  if (severity !== 'critical' && severity !== 'high') return severity
  if (!isShown(place)) return severity
  return severity === 'critical' ? 'high' : 'medium'
}

function isShown(place: ShownPlace): boolean {
  const { rule, segment, lines, line } = place
  if (!families.test(rule) || segment.decodedFrom !== undefined) return false
  if (segment.kind !== 'prose' && segment.kind !== 'code') return false
  const isRule = isRuleFile(segment.path, segment.text)
  if (!proseFile.test(segment.path) && !isRule) return false
  const own = foldText(lines[line - 1] ?? '')
  if (reachesOthers(rule, `${own}\n${place.found}`) || isOrdered(place)) return false
  if (isRule || (segment.kind === 'code' && isRuleFence(segment.text))) return true
  return hasCue(place, own)
}

function hasCue({ segment, lines, line, found }: ShownPlace, own: string): boolean {
  const head = found.split('\n')[0] ?? found
  const at = own.indexOf(head.trim())
  if (segment.kind === 'prose') {
    if (/^\s{0,3}#/.test(own)) return false
    if (!isTableRow(own) && !isQuoted(own, Math.max(0, at), head.trim().length)) return false
  }
  const rest = own.replace(head.trim(), ' ')
  if (cue.test(rest) && !noCue.test(rest)) return true
  const above = labelLine(segment, lines, line)
  return label.test(above) && !noCue.test(above) && above.search(order) < 0
}

/** The one line right above; for the first line of a fence the one before the fence. No heading. */
function labelLine({ kind, line: begin }: Segment, lines: readonly string[], line: number): string {
  const first = kind === 'code' && line - 2 === begin - 1
  let above = line - 2
  if (first) above -= lines[begin - 2]?.trim() === '' ? 2 : 1
  const text = foldText(lines[above] ?? '')
  const isCode = kind === 'code' && !first
  return !isCode && /^\s{0,3}#/.test(text) ? '' : text
}

/** Whether the example would do something: a host answers that is neither this machine, an example nor well known. */
function reachesOthers(rule: string, folded: string): boolean {
  if (rule.startsWith('prompt.')) return false
  const addresses = addressesIn(folded)
  const bare = [...folded.matchAll(bareName)].map(([host]) => ({ host, path: '' }))
  return [...addresses, ...bare].some(
    (one) => !isLoopback(one) && !isReserved(one) && !isKnownInstaller(one),
  )
}

const bareName =
  /(?<![\w./@-])(?:[a-z0-9-]{1,40}\.){1,5}(?:com|net|org|io|dev|xyz|ru|cn|app|co|me|info|top|site|online|cloud|tk|pw|cc)\b(?![.\w-])|(?<![\d.])(?!127\.|10\.|0\.0\.0\.0|192\.168\.)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g

/** Lines around the text, or around the block that it stands in, in which an order counts. */
const around = 3
const maxBlock = 40

function isOrdered({ segment, lines, line }: ShownPlace): boolean {
  const isBlock = segment.kind === 'code'
  const first = isBlock ? Math.max(segment.line, line - maxBlock) : line
  const rest = isBlock ? linesIn(segment.text) - (line - segment.line) : 0
  const last = line + Math.min(maxBlock, Math.max(0, rest))
  for (let at = first - around - 1; at <= last + around - 2; at += 1) {
    const text = foldText((lines[at] ?? '').slice(0, 400))
    const mayQuote = !isBlock && at === line - 1
    for (const { index, 0: found } of text.matchAll(order)) {
      if (negated.test(text.slice(0, index))) continue
      // Shown beside the text itself: the examples of one list.
      if (mayQuote && isQuoted(text, index, found.length)) continue
      return true
    }
  }
  return false
}
