import type { PendingRevisionBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { Link } from '@tanstack/react-router'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { CommitList } from './commit-list.tsx'
import { Decided } from './decided.tsx'
import { licenceText, shortVersion } from './revision-labels.ts'
import { SkillLink } from './skill-link.tsx'

/** Where an import came from, when, and what a reviewer has to know beside it. */
export function ImportFacts({ revision }: { readonly revision: PendingRevisionBody }) {
  const { source_name, source_url, source_version, path, base, skill_id } = revision
  return (
    <div className="mb-5 flex flex-col gap-2 text-xs text-ink-2">
      <p className="[overflow-wrap:anywhere]">
        Came in <Timestamp at={revision.created_at} />
        {source_name && (
          <>
            {' from '}
            <Link to="/sources" className="underline underline-offset-2">
              <MarkedText text={source_name} />
            </Link>
          </>
        )}
        {': '}
        <span className="font-mono">
          <MarkedText text={path} />
          {source_version && ` @ ${shortVersion(source_version)}`}
        </span>
        {source_url?.startsWith('https://') && (
          <>
            {' · '}
            <a
              href={source_url}
              target="_blank"
              rel="noreferrer noopener"
              className="underline underline-offset-2"
            >
              Open the source<span className="sr-only"> in a new tab</span>
            </a>
          </>
        )}
        {base && skill_id && (
          <>
            {' · it changes '}
            <SkillLink id={skill_id}>{base.slug}</SkillLink>
          </>
        )}
      </p>
      <Decided revision={revision} />
      <CommitList commits={revision.commits} />
      {revision.licence_change && (
        <Notice tone="warn" title="The licence changes">
          <MarkedText text={licenceText(revision)} />
        </Notice>
      )}
      {revision.applies_at && (
        <Notice title="It waits for its age">
          It is clean, and the first sync after <Timestamp at={revision.applies_at} /> applies it.
          Approve it to have it now, or reject it.
        </Notice>
      )}
      {revision.name_taken && <NameTaken taken={revision.name_taken} />}
      {revision.edited_here && (
        <Notice tone="warn" title="The skill was edited here">
          Approving it replaces those edits. The tab “Edits here” shows them.
        </Notice>
      )}
    </div>
  )
}

function NameTaken({ taken }: { readonly taken: NonNullable<PendingRevisionBody['name_taken']> }) {
  return (
    <Notice title={`Another skill here is named ${renderAnnotations(taken.slug)}`}>
      Both are kept: approved, this one is named <span className="font-mono">{taken.kept_as}</span>.{' '}
      <SkillLink id={taken.skill_id}>Open the other one</SkillLink>
    </Notice>
  )
}
