import type { ImportTriggerTests, PendingRevisionBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Section } from '../../shared/design/section.tsx'
import { Failed } from '../../shared/design/states.tsx'
import { importTriggerTestsQuery } from './revision-queries.ts'
import {
  changedTestText,
  hasFailingTests,
  ownTestText,
  triggerTestSummary,
} from './trigger-test-labels.ts'

type Arrival = Pick<PendingRevisionBody, 'id' | 'digest'>

/** What would become of trigger tests, its own and those of other skills. Asked for when somebody opens it. */
export function TriggerTestList({ arrival }: { readonly arrival: Arrival }) {
  const tests = useQuery(importTriggerTestsQuery(arrival))
  return (
    <Section
      title="Trigger tests"
      description="Messages that must, and must not, bring up a skill: routed as things are, and with this in place."
    >
      {tests.isPending && (
        <p role="status" className="text-xs text-ink-2">
          Running trigger tests without and with it …
        </p>
      )}
      {tests.isError && (
        <Failed
          what="The tests could not be run"
          error={tests.error}
          onRetry={() => void tests.refetch()}
        />
      )}
      {tests.data && <Result tests={tests.data} />}
    </Section>
  )
}

function Result({ tests }: { readonly tests: ImportTriggerTests }) {
  const { own, others, cut, enabled } = tests
  const rows = own.length + others.length
  return (
    <div className="flex flex-col gap-2 text-xs">
      {!enabled && (
        <Notice title="The skill is disabled">No message finds it until it is enabled.</Notice>
      )}
      {rows === 0 ? (
        <p className="text-ink-2">{triggerTestSummary(tests)}</p>
      ) : (
        <details open={hasFailingTests(tests) && rows <= maxOpen}>
          <summary className="cursor-pointer">{triggerTestSummary(tests)}</summary>
          <ul aria-label="Trigger tests" className="card mt-2 divide-y divide-line">
            {others.map((test) => (
              <Test
                key={`${test.skill_id} ${test.must_surface} ${test.message}`}
                message={test.message}
                mark={test.change === 'outranked' ? 'warn' : test.change}
              >
                {changedTestText(test, tests)}
              </Test>
            ))}
            {failingFirst(own).map((test) => (
              <Test
                key={`${test.must_surface} ${test.message}`}
                message={test.message}
                mark={test.passes ? 'passes' : 'fails'}
              >
                {ownTestText(test, tests)}
              </Test>
            ))}
          </ul>
        </details>
      )}
      {cut && (
        <p className="text-ink-3">
          {cut === 'time'
            ? 'Not all tests ran: they took too long.'
            : 'Not all tests ran: there are more than are run at once.'}
        </p>
      )}
    </div>
  )
}

/** A longer list is not open by itself. */
const maxOpen = 12

function failingFirst(own: ImportTriggerTests['own']): ImportTriggerTests['own'] {
  return [...own.filter(({ passes }) => !passes), ...own.filter(({ passes }) => passes)]
}

const marks = {
  passes: { icon: CircleCheck, label: 'passes', colour: 'text-good' },
  fails: { icon: CircleX, label: 'fails', colour: 'text-bad-ink' },
  warn: { icon: TriangleAlert, label: 'is outranked', colour: 'text-warn-ink' },
} as const

interface TestProps {
  readonly message: string
  readonly mark: keyof typeof marks
  readonly children: ReactNode
}

function Test({ message, mark, children }: TestProps) {
  const { icon: Icon, label, colour } = marks[mark]
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <Icon size={15} aria-label={label} className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>
          <MarkedText text={message} />
        </p>
        <p className="text-ink-3">{children}</p>
      </div>
    </li>
  )
}
