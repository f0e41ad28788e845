import type { ImportReview } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../../shared/design/badge.tsx'
import { Button } from '../../../shared/design/button.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { Notice } from '../../../shared/design/notice.tsx'
import { formatBytes, formatCount, plural } from '../../../shared/design/numbers.ts'
import { AllowedTools } from '../../editor/details/allowed-tools.tsx'
import type { FoundSkill } from '../discover-skills.ts'
import { sizeProblem } from '../size-limit.ts'
import { ImportRemark } from './import-remark.tsx'
import { programOf } from './program-of.ts'
import { SkillMdText } from './skill-md-text.tsx'

interface ReviewDetailsProps {
  readonly skill: FoundSkill
  readonly review: ImportReview | undefined
}

const firstFiles = 200

/** All that is known of a skill before it is let in. */
export function ReviewDetails({ skill, review }: ReviewDetailsProps) {
  const found = review?.skill
  const problem = sizeProblem(skill) ?? review?.problem
  const [shown, setShown] = useState(firstFiles)
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-inset/50 px-4 py-3 sm:pl-11">
      {problem && (
        <Notice tone="bad" title={problem.message}>
          {problem.hint}
        </Notice>
      )}
      {found && (
        <>
          <p className="max-w-prose text-ink-2 [overflow-wrap:anywhere]">
            {found.description ? (
              <MarkedText text={found.description} />
            ) : (
              'It has no description: no agent will find it.'
            )}
          </p>
          {review.replaces && (
            <p className="text-xs">
              <Link
                to="/skills/$id"
                params={{ id: review.replaces.id }}
                target="_blank"
                className="text-accent-ink underline underline-offset-2"
              >
                {review.replaces.name}
              </Link>{' '}
              <span className="text-ink-2">
                would get revision {review.replaces.revision + 1}, unless nothing in it has changed.
                Its earlier revisions are kept.
              </span>
            </p>
          )}
          <AllowedTools tools={found.allowed_tools} />
          {found.has_hooks && (
            <p className="text-xs text-ink-2">
              It brings hooks: commands that other clients run around it. They are kept and shown,
              and never run here.
            </p>
          )}
        </>
      )}
      {review && review.diagnostics.length > 0 && (
        <ul
          aria-label="Remarks"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
          tabIndex={0}
          className="max-h-40 overflow-y-auto text-xs text-ink-2"
        >
          {review.diagnostics.map((one) => (
            <li key={`${one.code}-${one.line}-${one.column}`}>
              <ImportRemark remark={one} />
            </li>
          ))}
        </ul>
      )}
      <SkillMdText skill={skill} />
      <p className="text-xs text-ink-3">{plural(skill.files.length, 'file')}</p>
      <ul
        aria-label={`Files of ${skill.path}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
        tabIndex={0}
        className="max-h-64 overflow-y-auto text-xs"
      >
        {skill.files.slice(0, shown).map((file) => {
          const program = programOf(file)
          return (
            <li key={file.path} className="flex min-h-6 items-center gap-3">
              <span className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">
                <MarkedText text={file.path} />
              </span>
              {program && <Badge tone="warn">{program}</Badge>}
              <span className="shrink-0 text-xs tabular-nums text-ink-3">
                {formatBytes(file.size)}
              </span>
            </li>
          )
        })}
        {skill.files.length > shown && (
          <li>
            <Button size="small" onClick={() => setShown(skill.files.length)}>
              Show {formatCount(skill.files.length - shown)} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}
