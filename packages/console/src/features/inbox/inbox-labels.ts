import type { InboxEntryBody } from '@repertoire/protocol'
import {
  GitPullRequest,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  PackagePlus,
  ShieldQuestion,
  Sprout,
  SquareTerminal,
} from 'lucide-react'
import { formatCount, plural } from '../../shared/design/numbers.ts'

type Kind = InboxEntryBody['kind']

export const kindLabels: Record<Kind, { readonly text: string; readonly icon: LucideIcon }> = {
  approval: { text: 'Approval', icon: ShieldQuestion },
  tool: { text: 'Tool by an agent', icon: SquareTerminal },
  import: { text: 'Import', icon: PackagePlus },
  update: { text: 'Update', icon: Package },
  proposal: { text: 'Proposal', icon: Sprout },
  offer: { text: 'Offer', icon: GitPullRequest },
}

export function entryIcon({ kind, alike }: Pick<InboxEntryBody, 'kind' | 'alike'>): LucideIcon {
  return alike === 'approval clarification' ? MessageCircleQuestion : kindLabels[kind].icon
}

/** What an entry is called: what would happen. */
export function entryTitle({ kind, title }: Pick<InboxEntryBody, 'kind' | 'title'>): string {
  return kind === 'import' ? `Import ${title}` : kind === 'update' ? `Update ${title}` : title
}

const reasons: Readonly<Record<string, string>> = {
  'approval skill_enablement': 'Asks to use a skill',
  'approval clarification': 'Question of an agent',
  'approval connector_access': 'Asks to use a connector',
  'approval observation_change': 'Wants to remember something',
  'approval skill_change': 'Wants to change a skill',
  'approval authored_tool': 'Code an agent wrote',
  'approval tool_call': 'Wants to call a tool',
  'approval package_installation': 'Needs packages',
  'clean import': 'Clean, new',
  'clean update': 'Clean update',
  'edited here': 'Was edited here',
  'waits for its age': 'Clean, waits for its age',
  'signature broken': 'Signature broken',
  proposal: 'Written by an agent',
  offer: 'Offered by a member',
}

const verdicts: Readonly<Record<string, string>> = {
  review: 'Look closely',
  blocked: 'Blocked',
  incomplete: 'Scan incomplete',
}

/** Why an entry waits, from its key. Pure. */
export function reasonText(alike: string): string {
  const known = reasons[alike]
  if (known) return known
  const [first = '', second = '', ...rest] = alike.split(' ')
  if (first === 'licence') {
    const name = rest.join(' ')
    return second === 'ask' ? `Licence ${name}: your call` : `Licence ${name}: refused`
  }
  if (first === 'asks') return `Newly asks for ${[second, ...rest].join(', ')}`
  const verdict = verdicts[first]
  return verdict
    ? [verdict, [second, ...rest].filter(Boolean).join(', ')].filter(Boolean).join(': ')
    : alike
}

/** The second line of a row, behind who asks: what makes this one different, then what its text costs. */
export function entryFacts(entry: InboxEntryBody): string {
  const { alike, cost, findings } = entry
  const facts = [...(entry.out_of_date ? ['Out of date'] : []), reasonText(alike)]
  if (findings > 0 && entry.verdict !== 'clean') facts.push(plural(findings, 'finding'))
  if (cost > 0) facts.push(`${formatCount(cost)} characters`)
  return facts.join(' · ')
}

const steps = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long it has waited, as short as a list needs it: `3 d`, `2 h`, `now`. Pure. */
export function ageText(at: string, now: number): string {
  const waited = now - Date.parse(at)
  for (const [unit, size] of steps) {
    if (waited >= size) return `${Math.floor(waited / size)} ${unit}`
  }
  return 'now'
}
