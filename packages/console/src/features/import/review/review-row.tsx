import type { ImportReview } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Badge } from '../../../shared/design/badge.tsx'
import { IconButton } from '../../../shared/design/button.tsx'
import { classNames } from '../../../shared/design/class-names.ts'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { formatBytes, plural } from '../../../shared/design/numbers.ts'
import { provenanceLabelOf } from '../../skills/provenance-labels.ts'
import type { FoundSkill } from '../discover-skills.ts'
import { sizeProblem } from '../size-limit.ts'
import { removedNotice } from './import-remark.tsx'
import { programOf } from './program-of.ts'
import { ReviewDetails } from './review-details.tsx'

interface ReviewRowProps {
  readonly skill: FoundSkill
  /** Undefined while the server has not said. */
  readonly review: ImportReview | undefined
  /** What a reader of it would not see, in words. */
  readonly marks: readonly string[]
  readonly chosen: boolean
  readonly onChoose: (chosen: boolean) => void
}

/** One skill that was found: what it is, what it would replace, and what in it could do something. */
export function ReviewRow({ skill, review, marks, chosen, onChoose }: ReviewRowProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = review?.skill?.name ?? skill.path
  return (
    <li className="[contain-intrinsic-size:auto_52px] [content-visibility:auto]">
      <div className="flex min-h-12 items-start gap-2 px-4 py-2">
        <label className="flex min-w-0 flex-1 items-start gap-3">
          <input
            type="checkbox"
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span
                className={classNames(
                  'min-w-0 [overflow-wrap:anywhere]',
                  review?.skill ? 'font-medium' : 'font-mono text-xs',
                )}
              >
                <MarkedText text={name} />
              </span>
              <Marks skill={skill} review={review} />
              {marks.length > 0 && <Badge tone="warn">{marks.join(', ')}</Badge>}
            </span>
            {review?.skill && (
              <span className="block truncate font-mono text-xs text-ink-3" title={skill.path}>
                <MarkedText text={skill.path} />
              </span>
            )}
          </span>
        </label>
        <span className="hidden shrink-0 pt-0.5 text-xs tabular-nums text-ink-3 sm:inline">
          {plural(skill.files.length, 'file')} · {formatBytes(skill.size)}
        </span>
        <IconButton
          label={`${open ? 'Hide' : 'Show'} what is in ${renderAnnotations(name)}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight
            size={15}
            aria-hidden="true"
            className={classNames('transition-transform', open && 'rotate-90')}
          />
        </IconButton>
      </div>
      <div id={id} hidden={!open}>
        {open && <ReviewDetails skill={skill} review={review} />}
      </div>
    </li>
  )
}

/** What to know at a glance; each says in words what its colour says. */
function Marks({ skill, review }: Pick<ReviewRowProps, 'skill' | 'review'>): ReactNode {
  const programs = skill.files.filter((file) => programOf(file) !== null).length
  const problem = sizeProblem(skill) ?? review?.problem
  const replaces = review?.replaces
  const removal = removedNotice(review?.diagnostics ?? [])
  return (
    <>
      {problem && (
        <Badge tone="bad" title={problem.message}>
          Would be refused
        </Badge>
      )}
      {replaces && (
        <Badge
          tone={replaces.provenance === 'imported' ? 'neutral' : 'warn'}
          title={provenanceLabelOf(replaces).explains}
        >
          {review.skill?.content_hash === replaces.content_hash ? 'Same SKILL.md as' : 'Replaces'}{' '}
          revision {replaces.revision} · {provenanceLabelOf(replaces).label}
        </Badge>
      )}
      {removal && (
        <Badge tone="warn" title={removal.message}>
          Removes files
        </Badge>
      )}
      {review?.skill && !replaces && <Badge tone="good">New</Badge>}
      {review?.kept_beside && (
        <Badge tone="warn" title={`The slug is ${review.skill?.slug}; both are kept`}>
          Same name as another origin’s
        </Badge>
      )}
      {review?.skill?.context_fork && <Badge>Sub-agent</Badge>}
      {review?.skill?.allowed_tools.restricts && (
        <Badge title="While agents follow it, they may call only the tools it lists">
          Limited tools
        </Badge>
      )}
      {review?.skill?.has_hooks && <Badge tone="warn">Hooks</Badge>}
      {programs > 0 && (
        <Badge tone="warn" title="Scripts, and files marked as executable">
          {plural(programs, 'file')} to run
        </Badge>
      )}
    </>
  )
}
