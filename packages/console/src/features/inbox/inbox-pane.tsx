import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { keepHeight } from '../../shared/browser/keep-height.ts'
import type { FrameProps } from '../../shared/design/page.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { DecisionPlace } from '../../shared/reading/decision-place.tsx'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { questionOf } from '../approvals/approval-question.ts'
import { NotInInbox } from '../revisions/not-in-inbox.tsx'
import { RevisionReview } from '../revisions/revision-page.tsx'

interface InboxPaneProps {
  readonly kind: string
  readonly id: string
  readonly search: InboxSearch
  readonly onDecided: () => void
}

/** One entry, read and decided about as on its own page. */
export function InboxPane({ kind, id, search, onDecided }: InboxPaneProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const place = useMemo(() => ({ foot, onDecided }), [foot, onDecided])
  // What is said of the last decision stands above the buttons of the next.
  useEffect(() => (foot ? keepHeight('--decision', foot) : undefined), [foot])
  return (
    <DecisionPlace value={place}>
      <section
        aria-label="What waits"
        data-inbox-pane
        className={`flex min-h-0 min-w-0 flex-1 flex-col bg-canvas ${shortWindow.pane}`}
      >
        <div className={`min-h-0 flex-1 overflow-y-auto ${shortWindow.text}`} tabIndex={-1}>
          <Link
            to="/inbox"
            search={{ ...search, entry: undefined }}
            className="mx-4 mt-3 inline-flex h-8 items-center gap-1 text-xs text-ink-2 hover:text-ink lg:hidden"
          >
            <ChevronLeft size={14} aria-hidden="true" /> Inbox
          </Link>
          <Review key={id} kind={kind} id={id} />
        </div>
        <div
          ref={setFoot}
          className="max-h-[50dvh] shrink-0 [@media(max-height:26rem)]:max-h-none overflow-y-auto border-t border-line bg-inset empty:hidden [&>*]:mt-0 [&>*]:max-w-[784px] [&>*]:border-0 [&>*]:bg-transparent [&>section]:gap-3 [&>section]:px-4 [&>section]:py-3 sm:[&>section]:px-8 sm:[&>div]:px-8"
        />
      </section>
    </DecisionPlace>
  )
}

/** In a window too short for text and buttons, as at 400 % zoom, both scroll together. */
const shortWindow = {
  pane: '[@media(max-height:26rem)]:overflow-y-auto',
  text: '[@media(max-height:26rem)]:flex-none [@media(max-height:26rem)]:overflow-visible',
} as const

function Review({ kind, id }: Pick<InboxPaneProps, 'kind' | 'id'>) {
  if (kind === 'approval' || kind === 'tool') return <ApprovalReview id={id} />
  return <RevisionReview id={id} frame={PaneFrame} />
}

function ApprovalReview({ id }: { readonly id: string }) {
  const approval = useQuery({
    queryKey: ['approvals', 'one', id],
    queryFn: () => api.approvals.get(id),
    staleTime: 0,
  })
  if (approval.isError && problemOf(approval.error).status === 404)
    return (
      <NotInInbox what="question">
        It went with its conversation, or somebody else is asked.
      </NotInInbox>
    )
  return (
    <div className="w-full max-w-[784px] px-4 py-5 sm:px-8">
      <QueryPlaceholder for={approval} what="The question" rows={6} />
      {approval.data && <ApprovalCard question={questionOf(approval.data)} linkConversation />}
    </div>
  )
}

/** What is read, beside its list. */
function PaneFrame({ title, subtitle, actions, children }: FrameProps) {
  return (
    <div className="w-full max-w-[784px] px-4 pb-8 pt-5 sm:px-8 [&>section]:!py-5">
      <header className="mb-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">{title}</h2>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
      </header>
      {children}
    </div>
  )
}
