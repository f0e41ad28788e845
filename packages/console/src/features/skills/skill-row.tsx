import type { SkillListItem } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { ShortDate } from '../../shared/design/timestamp.tsx'
import { CostBar } from './cost-bar.tsx'
import { shownLabels } from './match-labels.ts'
import { SkillMenu } from './skill-menu.tsx'
import { SkillOrigin } from './skill-origin.tsx'
import { SkillState } from './skill-state.tsx'
import type { TableShape } from './table-columns.ts'

export interface SkillRowProps {
  readonly skill: SkillListItem
  /** From 1, the headings counted. */
  readonly position: number
  readonly shape: TableShape
  readonly height: number
  readonly selected: boolean
  readonly peeked: boolean
  readonly writable: boolean
  /** Characters of the organisation's budget; null while unknown. */
  readonly budget: number | null
  /** In 30 days; undefined where that is not known, null until it has been read. */
  readonly uses: number | undefined | null
  /** How many near-duplicates of it were found, too; `expanded`: whether they are shown. */
  readonly alike: number
  readonly expanded: boolean
  readonly onExpand: (skill: SkillListItem) => void
  readonly onSelect: (skill: SkillListItem, selected: boolean) => void
  readonly onEnable: (skill: SkillListItem, enabled: boolean) => void
  /** Absent where there is no room beside the list. */
  readonly onPeek: ((skill: SkillListItem) => void) | undefined
}

/** One skill of the list: who it is, what it costs, how much it is used, and its state. */
export const SkillRow = memo(function SkillRow(props: SkillRowProps) {
  const { position, shape, height, selected, peeked, writable } = props
  return (
    <tr
      aria-rowindex={position}
      style={{ height }}
      className={classNames(
        'group border-b border-line',
        selected || peeked ? 'bg-accent-soft' : 'hover:bg-hover',
        peeked && '[&>td:first-child]:shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      {shape.selectable && <td className={cell}>{writable && <SelectBox {...props} />}</td>}
      {shape.phone ? <TwoLines {...props} /> : <Cells {...props} />}
      <td className={cell}>
        <SkillMenu {...props} />
      </td>
    </tr>
  )
})

const cell = 'px-1.5 align-middle'

function SelectBox({ skill, selected, onSelect }: SkillRowProps) {
  return (
    <label className="-m-2 flex size-8 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        checked={selected}
        onChange={(event) => onSelect(skill, event.target.checked)}
        aria-label={`Select ${skill.name}`}
        className="size-4 accent-accent"
      />
    </label>
  )
}

function Cells(props: SkillRowProps) {
  const { skill, shape, budget, uses } = props
  return (
    <>
      <td className={cell}>
        <span className={classNames('flex min-w-0 items-baseline gap-2.5', indent(skill))}>
          <Name skill={skill} />
          <AlikeButton {...props} />
          <SkillDescription skill={skill} />
        </span>
      </td>
      <td className={classNames(cell, 'truncate text-ink-2')}>
        <SkillOrigin skill={skill} />
      </td>
      <td className={cell}>
        <CostBar length={skill.content_length} budget={budget} />
      </td>
      {shape.uses && (
        <td className={classNames(cell, 'text-right tabular-nums', !uses && 'text-ink-3')}>
          {uses === 0 && skill.use_count === 0 ? 'never' : formatUses(uses)}
        </td>
      )}
      {shape.changed && (
        <td className={classNames(cell, 'truncate text-ink-2 tabular-nums')}>
          <ShortDate at={skill.updated_at} />
        </td>
      )}
      <td className={classNames(cell, 'truncate')}>
        <SkillState skill={skill} />
      </td>
    </>
  )
}

function TwoLines(props: SkillRowProps) {
  const { skill, budget } = props
  return (
    <td className={cell}>
      <span
        className={classNames('flex min-w-0 items-center justify-between gap-3', indent(skill))}
      >
        <Name skill={skill} />
        <span className="shrink-0 text-xs">
          <SkillState skill={skill} />
        </span>
      </span>
      <span className={classNames('flex min-w-0 items-center gap-3 text-xs', indent(skill))}>
        <AlikeButton {...props} />
        <SkillDescription skill={skill} />
        <CostBar length={skill.content_length} budget={budget} className="ml-auto shrink-0" />
      </span>
    </td>
  )
}

/** A near-duplicate stands under the skill it is like. */
function indent({ near_duplicate_of: first }: SkillListItem): string | false {
  return first !== undefined && 'pl-6'
}

/** Shows and hides the near-duplicates that were found with a skill. */
function AlikeButton({ skill, alike, expanded, onExpand }: SkillRowProps) {
  if (alike === 0) return null
  return (
    <button
      type="button"
      aria-expanded={expanded}
      onClick={() => onExpand(skill)}
      className="inline-flex min-h-6 shrink-0 items-center rounded px-1.5 text-xs text-accent-ink hover:bg-hover"
    >
      +{alike} alike
      <span className="sr-only">, nearly the same as {skill.name}</span>
    </button>
  )
}

function formatUses(uses: number | undefined | null): string {
  if (uses === null) return ''
  return uses === undefined ? 'unknown' : formatCount(uses)
}

function Name({ skill }: Pick<SkillRowProps, 'skill'>) {
  return (
    <span className="flex min-w-0 items-baseline gap-2 sm:max-w-[62%] sm:shrink-0">
      <Link
        to="/skills/$id"
        params={{ id: skill.id }}
        data-list-row={skill.id}
        title={renderAnnotations(skill.name)}
        className={classNames(
          'scroll-mb-12 scroll-mt-9 truncate font-medium hover:underline',
          !skill.enabled && 'text-ink-2',
        )}
      >
        <MarkedText text={skill.name} />
      </Link>
      {skill.scope === 'user' && <Badge>Only me</Badge>}
    </span>
  )
}

/** What it is for; while something is searched, why it was found. */
function SkillDescription({ skill }: Pick<SkillRowProps, 'skill'>) {
  const found = shownLabels(skill.match?.reasons ?? []).join('; ')
  const text = found
    ? `Found by ${found}`
    : skill.description || 'No description: the agent will not find this skill.'
  return (
    <span className="min-w-0 truncate text-ink-3" title={renderAnnotations(skill.description)}>
      <MarkedText text={text} />
    </span>
  )
}
