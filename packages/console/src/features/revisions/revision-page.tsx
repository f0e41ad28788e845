import type { PendingRevisionBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { problemOf } from '../../shared/api/problem.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { type FrameProps, Page } from '../../shared/design/page.tsx'
import { FailedQuery, Loading } from '../../shared/design/states.tsx'
import { MarkSummary } from '../../shared/reading/mark-summary.tsx'
import { ReadingScope } from '../../shared/reading/reading.tsx'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'
import { ImportFacts } from './import-facts.tsx'
import { NotInInbox } from './not-in-inbox.tsx'
import { OutOfDate } from './out-of-date.tsx'
import { ProposalFacts } from './proposal-facts.tsx'
import { ProposalTexts } from './proposal-texts.tsx'
import { RejectedBefore } from './rejected-before.tsx'
import { RevisionAssessment } from './revision-assessment.tsx'
import { RevisionDecision } from './revision-decision.tsx'
import { revisionKind, stateLabels } from './revision-labels.ts'
import { revisionQuery } from './revision-queries.ts'
import { RevisionTexts } from './revision-texts.tsx'

/** As often as the inbox beside it. */
const lookEveryMs = 10_000

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
  const arrival = useQuery({
    ...revisionQuery(id),
    // Others decide, and change what it changes, while somebody reads.
    refetchInterval: ({ state }) => (state.data?.state === 'held' ? lookEveryMs : false),
  })
  if (arrival.isPending) return <Loading rows={8} label="Loading what waits" />
  const gone = arrival.isError && problemOf(arrival.error).status === 404
  if (gone)
    return (
      <NotInInbox what="import or proposal">
        It went with its source, it was never yours to read, or the address is mistyped.
      </NotInInbox>
    )
  // Reading it again may fail; what is read and written here stays.
  if (!arrival.data) {
    return (
      <Frame title="Review">
        <FailedQuery what="It could not be read" query={arrival} />
      </Frame>
    )
  }
  return (
    <ReadingScope key={id}>
      <RevisionDetails arrival={arrival.data} frame={Frame} />
    </ReadingScope>
  )
}

interface RevisionDetailsProps {
  readonly arrival: PendingRevisionBody
  readonly frame: ComponentType<FrameProps>
}

function RevisionDetails({ arrival, frame: Frame }: RevisionDetailsProps) {
  const { proposal } = arrival
  const writes = useMayWriteSkills(proposal ? 'user' : 'org')
  const [file, setFile] = useState<string | null>(null)
  const { state, verdict, content } = arrival
  const { text, tone } = stateLabels[state]
  // What an agent or a member wrote is short, and nobody has read it before.
  const isTextFirst = proposal !== null && (verdict === 'clean' || verdict === 'notice')
  const assessment = <RevisionAssessment key="assessment" revision={arrival} onShow={setFile} />
  const texts = proposal ? (
    <ProposalTexts key="texts" revision={arrival} file={file} />
  ) : (
    <RevisionTexts key="texts" arrival={arrival} file={file} onFile={setFile} />
  )
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
        <ImportFacts revision={arrival} />
      )}
      <div className="mb-4 empty:hidden">
        <MarkSummary texts={[arrival.name, arrival.description, content, proposal?.reason ?? '']} />
      </div>
      {arrival.rejected_before && <RejectedBefore rejection={arrival.rejected_before} />}
      {proposal && (arrival.stale_reason !== null || state === 'stale') && (
        <OutOfDate revision={arrival} writable={writes} />
      )}
      {isTextFirst ? [texts, assessment] : [assessment, texts]}
      {writes && <RevisionDecision arrival={arrival} />}
    </Frame>
  )
}
