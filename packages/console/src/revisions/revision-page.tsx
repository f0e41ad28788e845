import type { PendingRevisionBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { Badge } from '../design/badge.tsx'
import { MarkedText } from '../design/marked-text.tsx'
import { Notice } from '../design/notice.tsx'
import { type FrameProps, Page } from '../design/page.tsx'
import { Section } from '../design/section.tsx'
import { Failed, Loading } from '../design/states.tsx'
import { Timestamp } from '../design/timestamp.tsx'
import { MarkSummary } from '../review/mark-summary.tsx'
import { ReadingScope } from '../review/reading.tsx'
import { useMayWriteSkills } from '../shell/use-me.ts'
import { AsksList } from './asks-list.tsx'
import { CommitList } from './commit-list.tsx'
import { Decided } from './decided.tsx'
import { FindingList } from './finding-list.tsx'
import { OutOfDate } from './out-of-date.tsx'
import { ProposalFacts } from './proposal-facts.tsx'
import { ProposalTexts } from './proposal-texts.tsx'
import { RevisionDecision } from './revision-decision.tsx'
import { licenceText, revisionKind, shortVersion, stateLabels } from './revision-labels.ts'
import { revisionQuery } from './revision-queries.ts'
import { RevisionTexts } from './revision-texts.tsx'
import { TriggerTestList } from './trigger-test-list.tsx'
import { TrustFacts } from './trust-facts.tsx'

const route = getRouteApi('/app/reviews/$id')

export function RevisionPage() {
  return <RevisionReview id={route.useParams().id} frame={Page} />
}

interface ArrivalReviewProps {
  readonly id: string
  readonly frame: ComponentType<FrameProps>
}

/** One revision that waits: what it asks for, what is known of it, every text of it, and the decision. */
export function RevisionReview({ id, frame: Frame }: ArrivalReviewProps) {
  const arrival = useQuery(revisionQuery(id))
  if (arrival.isPending) return <Loading rows={8} label="Loading what waits" />
  if (arrival.isError) {
    return (
      <Frame title="Review">
        <Failed
          what="It could not be read"
          error={arrival.error}
          onRetry={() => void arrival.refetch()}
        />
      </Frame>
    )
  }
  return (
    <ReadingScope key={id}>
      <Shown arrival={arrival.data} frame={Frame} />
    </ReadingScope>
  )
}

interface ShownProps {
  readonly arrival: PendingRevisionBody
  readonly frame: ComponentType<FrameProps>
}

function Shown({ arrival, frame: Frame }: ShownProps) {
  const { proposal } = arrival
  const writes = useMayWriteSkills(proposal ? 'user' : 'org')
  const [file, setFile] = useState<string | null>(null)
  const { state, trust, diagnostics, content } = arrival
  const { text, tone } = stateLabels[state]
  return (
    <Frame
      title={renderAnnotations(arrival.name)}
      subtitle={<MarkedText text={arrival.description} />}
      actions={
        <>
          <Badge>{revisionKind(arrival)}</Badge>
          <Badge tone={tone}>{text}</Badge>
        </>
      }
    >
      {proposal ? (
        <ProposalFacts revision={arrival} proposal={proposal} />
      ) : (
        <Facts arrival={arrival} />
      )}
      <div className="mb-4 empty:hidden">
        <MarkSummary texts={[arrival.name, arrival.description, content, proposal?.reason ?? '']} />
      </div>
      <Section
        title="What it asks for"
        description={
          arrival.kind === 'new'
            ? 'Read from its frontmatter, instructions and scripts.'
            : 'What the skill here does not ask for is marked as new.'
        }
      >
        <AsksList
          asks={arrival.asks}
          {...(arrival.kind === 'update' && { added: arrival.new_asks })}
        />
      </Section>
      <Section title="What is known of it">
        <TrustFacts report={trust} />
      </Section>
      <Section
        title="Findings"
        description="Rules that read every file. They find known tricks, not every trick."
      >
        <FindingList
          report={trust}
          onShow={setFile}
          {...(state === 'held' && { subject: { arrival_id: arrival.id } })}
        />
      </Section>
      {state === 'held' && <TriggerTestList arrival={arrival} />}
      {diagnostics.length > 0 && (
        <Section title="Remarks" description="How the package was read.">
          <ul aria-label="Remarks" className="flex flex-col gap-1 text-xs text-ink-2">
            {diagnostics.map(({ code, message, line }) => (
              <li key={`${code} ${line} ${message}`}>
                <MarkedText text={message} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {proposal && (arrival.stale_reason !== null || state === 'stale') && (
        <OutOfDate revision={arrival} writable={writes} />
      )}
      {proposal ? (
        <ProposalTexts revision={arrival} file={file} />
      ) : (
        <RevisionTexts arrival={arrival} file={file} onFile={setFile} />
      )}
      {writes && <RevisionDecision arrival={arrival} />}
    </Frame>
  )
}

function Facts({ arrival }: { readonly arrival: PendingRevisionBody }) {
  const { source_name, source_url, source_version, path, base, skill_id } = arrival
  return (
    <div className="mb-5 flex flex-col gap-2 text-xs text-ink-2">
      <p className="[overflow-wrap:anywhere]">
        Came in <Timestamp at={arrival.created_at} />
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
            <Link
              to="/skills/$id"
              params={{ id: skill_id }}
              className="underline underline-offset-2"
            >
              {base.slug}
            </Link>
          </>
        )}
      </p>
      <Decided revision={arrival} />
      <CommitList commits={arrival.commits} />
      {arrival.licence_change && (
        <Notice tone="warn" title="The licence changes">
          <MarkedText text={licenceText(arrival)} />
        </Notice>
      )}
      {arrival.applies_at && (
        <Notice title="It waits for its age">
          It is clean, and the first sync after <Timestamp at={arrival.applies_at} /> applies it.
          Approve it to have it now, or reject it.
        </Notice>
      )}
      {arrival.name_taken && <NameTaken taken={arrival.name_taken} />}
      {arrival.edited_here && (
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
      <Link
        to="/skills/$id"
        params={{ id: taken.skill_id }}
        className="underline underline-offset-2"
      >
        Open the other one
      </Link>
    </Notice>
  )
}
