import type { ActOnBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import {
  CircleCheck,
  Copy,
  EyeOff,
  FileX,
  Gauge,
  GitFork,
  type LucideIcon,
  Moon,
  ThumbsDown,
  TrendingDown,
  Unplug,
} from 'lucide-react'
import type { EditorTab } from '../../shared/api/search-params.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { comparisonText } from './model-comparison.ts'
import { ModelRetest } from './model-retest.tsx'

type Entry = ActOnBody['entries'][number]
type Skill = Entry['skills'][number]

interface KindText {
  readonly icon: LucideIcon
  readonly tone: string
  readonly title: string
  readonly why: string
  readonly evidence: (skill: Skill) => string
  /** Where it is mended. */
  readonly tab: EditorTab
}

const kinds: Readonly<Record<Entry['kind'], KindText>> = {
  worse_with_model: {
    ...{ icon: TrendingDown, tone: 'text-bad', tab: 'insights', title: 'Worse with a new model' },
    why: 'Their tests pass less often: change the text, or the model back',
    evidence: ({ models }) => (models ? comparisonText(models) : ''),
  },
  conflicting: {
    ...{ icon: Unplug, tone: 'text-bad', tab: 'edit', title: 'Do not go together' },
    why: 'They contradict, or are dangerous together: enable one of them',
    evidence: ({ with: others = [] }) => `with ${others.slice(0, 3).join(', ')}`,
  },
  drifted: {
    ...{ icon: GitFork, tone: 'text-warn', tab: 'edit', title: 'Drifting from its source' },
    why: 'Edited here, changed there, or gone: decide which one holds',
    evidence: ({ drift = [] }) => drift.map((reason) => reason.replaceAll('-', ' ')).join(', '),
  },
  near_duplicates: {
    ...{ icon: Copy, tone: 'text-ink-3', tab: 'edit', title: 'Near-duplicates' },
    why: 'Nearly the same: compare, archive one',
    evidence: ({ with: others = [] }) => `like ${others.join(', ')}`,
  },
  over_budget: {
    ...{ icon: Gauge, tone: 'text-warn', tab: 'edit', title: 'Over budget' },
    why: 'Longer than all texts together may be: shorten them',
    evidence: ({ count, of }) => `${formatCount(count)} of ${formatCount(of)} characters`,
  },
  thumbs_down: {
    ...{ icon: ThumbsDown, tone: 'text-bad', tab: 'insights', title: 'Thumbs down' },
    why: 'Twice or more: see which revision it was',
    evidence: ({ count, of }) => `${formatCount(count)} of ${plural(of, 'thumb')}`,
  },
  failing_tools: {
    ...{ icon: FileX, tone: 'text-bad', tab: 'runs', title: 'Scripts and tools that fail' },
    why: 'More often than chance explains: see the runs',
    evidence: ({ count, of }) => `${formatCount(count)} of ${plural(of, 'call')} failed`,
  },
  never_taken: {
    ...{ icon: EyeOff, tone: 'text-ink-3', tab: 'routing', title: 'Offered, never taken' },
    why: 'Offered without use: say better when they fit',
    evidence: ({ count }) => `offered ${plural(count, 'time')}`,
  },
  never_used: {
    ...{ icon: Moon, tone: 'text-ink-3', tab: 'routing', title: 'Not used in these days' },
    why: 'Say better when they fit, or archive them',
    evidence: ({ of }) => (of === 0 ? 'never offered' : `offered ${plural(of, 'time')}`),
  },
}

/** What a person can mend; each opens to its skills, and each of these leads to where it is mended. */
export function ActOnList({ actOn }: { readonly actOn: ActOnBody }) {
  return (
    <section aria-labelledby="act-on" className="card min-w-0 overflow-hidden">
      <header className="flex items-baseline justify-between gap-3 px-4 py-2.5">
        <h2 id="act-on">Act on</h2>
        <span className="text-xs text-ink-3">the most harmful first</span>
      </header>
      {actOn.entries.length === 0 ? (
        <p className="flex items-center gap-2 border-t border-line px-4 py-3 text-ink-2">
          <CircleCheck size={16} aria-hidden="true" className="shrink-0 text-good" />
          Nothing stands out in these days.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {actOn.entries.map((entry) => (
            <ActOnEntry key={entry.kind} entry={entry} />
          ))}
        </ul>
      )}
      {actOn.retest && <ModelRetest retest={actOn.retest} />}
      {actOn.truncated && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-3">
          There are more skills than were looked at.
        </p>
      )}
    </section>
  )
}

function ActOnEntry({ entry: { kind, total, skills } }: { readonly entry: Entry }) {
  const { icon: Icon, tone, title, why, evidence, tab } = kinds[kind]
  return (
    <li>
      <details>
        <summary className="grid list-none grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover">
          <Icon
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className={classNames('mt-0.5 self-start', tone)}
          />
          <span className="min-w-0">
            <span className="block font-medium">{title}</span>
            <span className="block truncate text-xs text-ink-3">{why}</span>
          </span>
          <span className="font-medium tabular-nums">{formatCount(total)}</span>
        </summary>
        <ul className="px-4 pb-2 pl-[46px]">
          {skills.map((skill) => (
            <li key={skill.skill_id} className="flex flex-wrap justify-between gap-x-3 py-1">
              <MendLink skill={skill} tab={tab} />
              <span className="text-xs tabular-nums text-ink-3">
                <MarkedText text={evidence(skill)} />
              </span>
            </li>
          ))}
          {total > skills.length && (
            <li className="py-1 text-xs text-ink-3">
              and {formatCount(total - skills.length)} more
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

const mendLink = 'min-w-0 text-accent-ink underline underline-offset-2 [overflow-wrap:anywhere]'

/** To where the skill is mended: its own page, or beside the one that it is like. */
function MendLink({ skill, tab }: { readonly skill: Skill; readonly tab: EditorTab }) {
  const { skill_id: id, slug, duplicate_of: other } = skill
  const name = <MarkedText text={slug} />
  if (other !== undefined) {
    return (
      <Link to="/skills/compare" search={{ from: id, to: other }} className={mendLink}>
        {name}
      </Link>
    )
  }
  const search = tab === 'edit' ? {} : { tab }
  return (
    <Link to="/skills/$id" params={{ id }} search={search} className={mendLink}>
      {name}
    </Link>
  )
}
