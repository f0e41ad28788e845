import type { ApprovalBody, ToolGrantBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { textsIn } from '../../shared/reading/count-marks.ts'
import { MarkSummary } from '../../shared/reading/mark-summary.tsx'
import { ReadFirst } from '../../shared/reading/read-first.tsx'
import { ReadingScope, ReadPart, useReadingProgress } from '../../shared/reading/reading.tsx'
import { constraintsFrom, draftsOf } from './argument-draft.ts'
import { ArgumentFields } from './argument-fields.tsx'
import { constraintLabel, constraintsOf, mayBeGranted } from './grant-labels.ts'
import { grantsQuery, toolsQuery } from './tool-queries.ts'

const day = 86_400_000
type PastCall = Extract<ApprovalBody, { type: 'tool_call' }>['call']

interface GrantFormProps {
  readonly call: PastCall | null
  readonly onClose: () => void
}

/** Allows a call, like one that was approved before or as it is written here. */
export function GrantForm(props: GrantFormProps) {
  return (
    <ReadingScope>
      <NewGrant {...props} />
    </ReadingScope>
  )
}

function NewGrant({ call, onClose }: GrantFormProps) {
  const names = useId()
  const whyId = useId()
  const { unread } = useReadingProgress()
  const tools = useQuery(toolsQuery)
  const [tool, setTool] = useState(call?.tool ?? '')
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const [drafts, setDrafts] = useState(() => draftsOf(constraintsOf(call?.arguments)))
  const constraints = constraintsFrom(drafts)
  const trouble = typeof constraints === 'string' ? constraints : null
  const create = useAction({
    mutationFn: () =>
      api.tools.createGrant({
        ...{ tool, constraints: typeof constraints === 'string' ? {} : constraints },
        max_uses: Number(uses),
        expires_at: new Date(Date.now() + Number(days) * day).toISOString(),
      }),
    onSuccess: () => {
      showToast(`${tool} is allowed in turns nobody starts`)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey }),
  })
  return (
    <Form
      aria-label="New grant"
      className="card mb-6 flex flex-col gap-4 p-4"
      onSubmit={() => !create.isPending && trouble === null && create.mutate()}
    >
      <Notice tone="warn">
        Nobody is there in such a turn. Allow as little as you can: exact values, few times, not for
        long.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <TextField
          label="Tool"
          mono
          required
          list={names}
          value={tool}
          onChange={(event) => setTool(event.target.value)}
          className="min-w-52 flex-1 max-sm:min-w-full"
        />
        <datalist id={names}>
          {tools.data?.items.filter(mayBeGranted).map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          label="Times"
          type="number"
          min={1}
          max={10_000}
          required
          value={uses}
          onChange={(event) => setUses(event.target.value)}
          className="w-24"
        />
        <TextField
          label="Days"
          type="number"
          min={1}
          max={366}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
          className="w-24"
        />
      </div>
      <ArgumentFields drafts={drafts} onChange={setDrafts} />
      {typeof constraints !== 'string' && <GrantPreview tool={tool} constraints={constraints} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          type="submit"
          disabled={create.isPending || trouble !== null || unread.length > 0}
          aria-describedby={whyId}
        >
          Allow
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {!trouble && <ReadFirst id={whyId} />}
        {trouble && <p className="text-xs text-ink-2">{trouble}</p>}
      </div>
    </Form>
  )
}

interface GrantPreviewProps {
  readonly tool: string
  readonly constraints: ToolGrantBody['constraints']
}

/** The fields in words, where nothing is hidden, all of it. */
function GrantPreview({ tool, constraints }: GrantPreviewProps) {
  const lines = constraintLabel(constraints)
  return (
    <div className="flex flex-col gap-2 text-xs">
      <MarkSummary texts={[tool, ...textsIn(constraints)]} />
      <p className="text-ink-3">What would be allowed, {plural(lines.length, 'line')}</p>
      <section
        aria-label="What would be allowed"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-md border border-line bg-inset px-3 py-2"
      >
        <ReadPart id="allowed" label="what would be allowed" content={lines.join('\0')}>
          <ul>
            {lines.map((line) => (
              <li key={line} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                <MarkedText text={line} />
              </li>
            ))}
          </ul>
        </ReadPart>
      </section>
    </div>
  )
}
