import type { AdvisoryBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { advisoriesQuery } from '../../shared/queries/source-queries.ts'
import { mayTakeFindings } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { ReasonDialog } from '../revisions/reason-dialog.tsx'

type AdvisedContent = AdvisoryBody['contents'][number]

/** An advisory about something that is here: which skills have it, and which of one's conversations received it. */
export function AdvisoryNotice({ item }: { readonly item: AdvisoryBody }) {
  const { id, severity, reason, contents } = item
  const isOut = contents.some(({ revoked }) => revoked)
  return (
    <Notice
      tone={isOut ? 'bad' : 'warn'}
      title={isOut ? 'An advisory took content out of use' : 'An advisory names content here'}
    >
      <MarkedText text={`${id} (${severity}): ${reason}`} />
      <ul className="mt-1 flex flex-col gap-2">
        {contents.map((content) => (
          <ContentRow key={content.digest} content={content} />
        ))}
      </ul>
    </Notice>
  )
}

function ContentRow({ content }: { readonly content: AdvisedContent }) {
  const { digest, skills, conversations, exception } = content
  return (
    <li className="flex flex-col items-start gap-1 [overflow-wrap:anywhere]">
      <p>
        {skills.length === 0 && 'No skill has it now'}
        {skills.map(({ skill_id: skill, slug }) => (
          <Link key={skill} to="/skills/$id" params={{ id: skill }} className="mr-2 underline">
            <MarkedText text={slug} />
          </Link>
        ))}
        <span className="font-mono text-xs">{digest.slice(0, 19)}…</span>
      </p>
      {conversations.length > 0 && (
        <p className="text-xs">
          Used in{' '}
          {conversations.map(({ id, last_used_on: day }) => (
            <Link key={id} to="/chat/$id" params={{ id }} className="mr-2 underline">
              your conversation of {day}
            </Link>
          ))}
        </p>
      )}
      {exception ? (
        <p className="text-xs">
          Allowed by <MarkedText text={exception.by_name ?? 'a former member'} />{' '}
          <Timestamp at={exception.at} />: “<MarkedText text={exception.reason} />”
        </p>
      ) : (
        <AllowButton digest={digest} />
      )}
    </li>
  )
}

/** For owners. Nothing is enabled by it. */
function AllowButton({ digest }: Pick<AdvisedContent, 'digest'>) {
  const allowed = mayTakeFindings(useMe(), 'owner')
  const [asking, setAsking] = useState(false)
  const except = useAction({
    mutationFn: (reason: string) => api.advisories.except({ digest, reason }),
    onSuccess: () => {
      setAsking(false)
      showToast('It may be enabled again', { description: 'A later advisory counts again.' })
    },
    onSettled: () => queryClient.invalidateQueries(advisoriesQuery),
  })
  if (!allowed) return null
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Allow it…
      </Button>
      {asking && (
        <ReasonDialog
          title="Allow this content?"
          description="The advisories that name it now do not count for it, and its skills may be enabled again. Nothing is enabled by this."
          confirm="Allow"
          busy={except.isPending}
          onConfirm={except.mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
