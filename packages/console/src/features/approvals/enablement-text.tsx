import { Link } from '@tanstack/react-router'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatBytes, plural } from '../../shared/design/numbers.ts'
import { Failed } from '../../shared/design/states.tsx'
import { PartPending, ReadPart } from '../../shared/reading/reading.tsx'
import { ScrollBox, ScrolledText } from '../../shared/reading/scrolled-text.tsx'
import type { SkillQuestion } from './approval-question.ts'
import { factLink } from './conversation-link.tsx'
import { useEnablementText } from './enablement-queries.ts'

/** What the agent would be given: the text of a registry's skill, or a revision with what lies beside it. */
export function EnablementText({ question }: { readonly question: SkillQuestion }) {
  if (question.fetched)
    return <ScrolledText id="skill" label="Its text" text={question.fetched.text} />
  return <RevisionText question={question} />
}

/** SKILL.md as it is written, and the files beside it. */
function RevisionText({ question }: { readonly question: SkillQuestion }) {
  const { revision, text, error, retry, gone } = useEnablementText(question)
  if (error) {
    return (
      <PartPending label="SKILL.md">
        <Failed
          what="The text of this skill could not be shown to you"
          error={error}
          onRetry={retry}
        />
      </PartPending>
    )
  }
  if (gone)
    return <PartPending label="SKILL.md">The skill no longer has this revision.</PartPending>
  if (text === null || revision === null) {
    return <PartPending label="SKILL.md">Loading the text…</PartPending>
  }
  const others = revision.files.filter(({ path }) => path !== 'SKILL.md')
  return (
    <>
      <ScrolledText id="skill" label="SKILL.md" text={text} />
      {others.length > 0 && (
        <div className="flex flex-col gap-1">
          <p className="text-xs text-ink-3">{plural(others.length, 'file')} beside it</p>
          <ScrollBox label="Files beside SKILL.md">
            <ReadPart id="files" label="the files beside it" content={question.digest}>
              <ul className="flex flex-col">
                {others.map(({ path, size, executable }) => (
                  <li key={path} className="flex min-h-6 flex-wrap items-center gap-x-3 text-xs">
                    <Link
                      to="/skills/$id"
                      params={{ id: question.skillId ?? '' }}
                      search={{ tab: 'files', file: path, revision: revision.number }}
                      className={`font-mono [overflow-wrap:anywhere] ${factLink}`}
                    >
                      <MarkedText text={path} />
                    </Link>
                    <span className="text-xs text-ink-3">
                      {formatBytes(size)}
                      {executable && ', executable'}
                    </span>
                  </li>
                ))}
              </ul>
            </ReadPart>
          </ScrollBox>
        </div>
      )}
    </>
  )
}
