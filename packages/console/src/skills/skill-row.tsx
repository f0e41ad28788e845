import type { SkillListItem } from '@repertoire/protocol'
import { spellOut } from '@repertoire/skill-md/text'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Badge } from '../design/badge.tsx'
import { classNames } from '../design/class-names.ts'
import { MarkedText } from '../design/marked-text.tsx'
import { formatCount, percentOf } from '../design/numbers.ts'
import { Toggle } from '../design/toggle.tsx'
import { matchLabel } from './match-labels.ts'
import { ProvenanceLabel } from './provenance-label.tsx'
import { SkillMenu } from './skill-menu.tsx'
import { SkillUsage } from './skill-usage.tsx'
import { sourceLabels } from './source-labels.ts'

interface SkillRowProps {
  readonly skill: SkillListItem
  readonly selected: boolean
  readonly writable: boolean
  /** Characters of the organisation's budget; null while unknown. */
  readonly budget: number | null
  readonly onSelect: (skill: SkillListItem, selected: boolean) => void
  readonly onEnable: (skill: SkillListItem, enabled: boolean) => void
}

/** One skill of the list: who it is, what it costs, and its switch. */
export const SkillRow = memo(function SkillRow(props: SkillRowProps) {
  const { skill, selected, writable, budget, onSelect, onEnable } = props
  return (
    <li
      className={classNames(
        'flex items-start gap-3 px-3 py-3 [contain-intrinsic-size:auto_94px] [content-visibility:auto] sm:px-4',
        selected && 'bg-accent-soft',
      )}
    >
      {writable && (
        <label className="-m-1 flex size-8 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            checked={selected}
            onChange={(event) => onSelect(skill, event.target.checked)}
            aria-label={`Select ${skill.name}`}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/skills/$id"
            params={{ id: skill.id }}
            data-list-row={skill.id}
            className={classNames(
              'font-semibold tracking-tight [overflow-wrap:anywhere] hover:underline',
              !skill.enabled && 'text-ink-2',
            )}
          >
            <MarkedText text={skill.name} />
          </Link>
          {skill.slug !== skill.name && (
            <span className="truncate font-mono text-xs text-ink-3">{skill.slug}</span>
          )}
          {skill.scope === 'user' && <Badge>Only me</Badge>}
          <ProvenanceLabel skill={skill} />
          {skill.source_type !== 'manual' && (
            <span className="text-xs text-ink-3">{sourceLabels[skill.source_type]}</span>
          )}
          <StateBadge skill={skill} />
        </div>
        <p className="mt-0.5 line-clamp-2 text-ink-2" title={spellOut(skill.description)}>
          <MarkedText
            text={skill.description || 'No description: the agent will not find this skill.'}
          />
        </p>
        {skill.unavailable && (
          <p className="mt-0.5 text-xs text-warn-ink">{skill.unavailable.reason}</p>
        )}
        {skill.match && <Why reasons={skill.match.reasons} />}
        {skill.tags.length > 0 && (
          <p className="mt-1 truncate text-xs text-ink-3" title={skill.tags.join(', ')}>
            {skill.tags.map((tag) => `#${tag}`).join('  ')}
          </p>
        )}
        <SkillUsage skill={skill} />
        <p className="mt-1 sm:hidden">
          <Size length={skill.content_length} budget={budget} />
        </p>
      </div>
      <div className="hidden w-28 shrink-0 pt-0.5 text-right sm:block">
        <Size length={skill.content_length} budget={budget} />
      </div>
      <Toggle
        checked={skill.enabled}
        disabled={!writable}
        label={`${skill.name} may be offered to agents`}
        onChange={(enabled) => onEnable(skill, enabled)}
      />
      {writable && <SkillMenu skill={skill} />}
    </li>
  )
})

function StateBadge({ skill }: { readonly skill: SkillListItem }) {
  if (skill.archived_at !== null) return <Badge>Archived</Badge>
  if (!skill.enabled) return <Badge tone="warn">Disabled</Badge>
  if (!skill.unavailable) return null
  return (
    <Badge tone="warn" title={skill.unavailable.reason}>
      Not available here
    </Badge>
  )
}

/** Length and its share of the budget; more than the whole budget is said in words. */
function Size({ length, budget }: { readonly length: number; readonly budget: number | null }) {
  const share = budget === null ? null : percentOf(length, budget)
  const tooBig = budget !== null && length > budget
  return (
    <span
      className={classNames('text-xs tabular-nums', tooBig ? 'text-warn-ink' : 'text-ink-3')}
      title={`${formatCount(length)} characters`}
    >
      <span className="whitespace-nowrap">{formatCount(length)} chars</span>
      <span className="sm:hidden"> · </span>
      <span className="whitespace-nowrap sm:block">
        {tooBig ? 'over budget' : share === null ? '' : `${share} % of budget`}
      </span>
    </span>
  )
}

function Why({ reasons }: { readonly reasons: NonNullable<SkillListItem['match']>['reasons'] }) {
  const words = matchLabel(reasons)
  if (words.length === 0) return null
  return (
    <p className="mt-1 text-xs text-ink-3">
      Found by{' '}
      {words.slice(0, 5).map(({ word, fields }, index) => (
        <span key={word}>
          {index > 0 && '; '}
          <span className="font-medium text-ink-2">{word}</span> in {fields}
        </span>
      ))}
    </p>
  )
}
