import type { SkillBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { draftOf, keepSkillDraft, readSkillDraft } from '../../../shared/browser/skill-draft.ts'
import { buttonClass } from '../../../shared/design/button.tsx'
import { NoChanges } from '../../../shared/design/history.tsx'
import { DiffView } from '../../../shared/reading/diff-view.tsx'

interface ComparedTextsProps {
  readonly from: SkillBody
  readonly to: SkillBody
  /** Whether `to` can be changed. */
  readonly writable: boolean
}

/** Both SKILL.md as one. What `to` takes over is kept as its unsaved change, so that leaving the page loses nothing. */
export function ComparedTexts({ from, to, writable }: ComparedTextsProps) {
  const [kept] = useState(() => (writable ? readSkillDraft(to.id) : null))
  const text = kept?.source ?? to.content
  const [merged, setMerged] = useState(text)
  const merge = (next: string) => {
    setMerged(next)
    const draft = { ...(kept ?? draftOf(to)), source: next }
    keepSkillDraft(to.id, next === to.content && kept === null ? null : draft)
  }
  if (from.content === text) return <NoChanges>SKILL.md is the same in both.</NoChanges>
  const changed = merged !== to.content
  return (
    <>
      {writable && (
        <div className="mb-2 flex min-h-9 flex-wrap items-center gap-3 text-xs text-ink-2">
          <p className="min-w-0 flex-1" role="status">
            {changed
              ? 'Kept as an unsaved change of the green one.'
              : 'Choose for each change, or write: it goes into the green one, unsaved.'}
          </p>
          {changed && (
            <Link
              to="/skills/$id"
              params={{ id: to.id }}
              search={{ tab: 'edit' }}
              className={buttonClass('primary')}
            >
              Go on in the editor
            </Link>
          )}
        </div>
      )}
      <DiffView
        label={`What differs between ${from.name} and ${to.name}`}
        before={from.content}
        after={text}
        {...(writable && {
          onChange: merge,
          choices: { accept: 'Keep', reject: 'Take the red one' },
        })}
      />
    </>
  )
}
