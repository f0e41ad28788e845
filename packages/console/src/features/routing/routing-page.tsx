import type { RoutingAnswer, RoutingQuestion } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Route } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import type { RoutingPlace } from '../../shared/api/search-params.ts'
import { Button } from '../../shared/design/button.tsx'
import { Choice, TextArea, TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Page } from '../../shared/design/page.tsx'
import { Empty, FailedQuery, Loading } from '../../shared/design/states.tsx'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { CatalogueTable } from './catalogue-table.tsx'
import { ExplainedSkill } from './explained-skill.tsx'
import { RoutingMode } from './routing-mode.tsx'
import { explainQuery, skillOffersQuery } from './routing-queries.ts'

/** Why skills are offered for a message, and why others are not. */
export function RoutingPage() {
  const place = useSearch({ from: '/app/routing' })
  const question = questionOf(place)
  return (
    <Page
      title="Routing"
      subtitle="Which skills a message would be offered, and why. Nothing is started."
    >
      <RoutingMode agentId={place.agent} />
      <AskForm key={JSON.stringify(place)} place={place} />
      {question ? (
        <RoutingExplanation question={question} />
      ) : (
        <Empty icon={<Route size={20} />} title="Ask about a message">
          Write what a person would write, and see the catalogue an agent would get for it. Name a
          skill to be told why it is there, or why it is not.
        </Empty>
      )}
    </Page>
  )
}

function questionOf({ message, skill, agent }: RoutingPlace): RoutingQuestion | null {
  if (message === undefined && skill === undefined) return null
  return {
    message: message ?? '',
    ...(skill !== undefined && { skill }),
    ...(agent !== undefined && { agent_id: agent }),
  }
}

function AskForm({ place }: { readonly place: RoutingPlace }) {
  const navigate = useNavigate()
  const [message, setMessage] = useState(place.message ?? '')
  const [skill, setSkill] = useState(place.skill ?? '')
  const [agent, setAgent] = useState(place.agent ?? '')
  const asked = message.trim() !== '' || skill.trim() !== ''
  return (
    <Form
      className="mb-6 flex flex-col gap-4"
      onSubmit={() => {
        if (!asked) return
        const search = { message: message.trim(), skill: skill.trim(), agent }
        const given = Object.entries(search).filter(([, value]) => value !== '')
        void navigate({ to: '/routing', search: Object.fromEntries(given) })
      }}
    >
      <TextArea
        label="Message"
        rows={2}
        maxLength={20_000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        placeholder="Should I buy or wait?"
      />
      <div className="flex flex-wrap items-end gap-4">
        <SkillField value={skill} onChange={setSkill} />
        <AgentChoice value={agent} onChange={setAgent} />
        <Button type="submit" variant="primary" disabled={!asked}>
          Explain
        </Button>
      </div>
    </Form>
  )
}

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Offers the slugs that fit what is typed. */
function SkillField({ value, onChange }: NameFieldProps) {
  const id = useId()
  const typed = useDeferredValue(value.trim())
  const offered = useQuery({ ...skillOffersQuery(typed), enabled: typed !== '' })
  return (
    <>
      <TextField
        label="A skill to be told about (optional)"
        className="w-full sm:w-72"
        placeholder="Its slug"
        list={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {offered.data?.items.map(({ id: key, slug }) => (
          <option key={key} value={slug} />
        ))}
      </datalist>
    </>
  )
}

function AgentChoice({ value, onChange }: NameFieldProps) {
  const allowed = useCan('conversations.use')
  const agents = useInfiniteQuery({ ...agentsQuery, enabled: allowed })
  const offered = agents.data?.pages.flatMap(({ items }) => items) ?? []
  if (offered.length === 0 && value === '') return null
  return (
    <Choice
      label="Agent"
      className="w-full sm:w-64"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: 'The organisation’s settings' },
        ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ...(value !== '' && !offered.some(({ id }) => id === value)
          ? [{ value, label: 'The agent in the address' }]
          : []),
      ]}
    />
  )
}

function RoutingExplanation({ question }: { readonly question: RoutingQuestion }) {
  const answer = useQuery(explainQuery(question))
  if (answer.isPending) return <Loading label="Choosing skills" />
  if (answer.isError) return <FailedQuery what="This could not be explained" query={answer} />
  return <ExplanationRow question={question} answer={answer.data} />
}

function ExplanationRow({
  question,
  answer,
}: {
  readonly question: RoutingQuestion
  readonly answer: RoutingAnswer
}) {
  const { entries, eligible, fits, suppressed, routed } = answer
  const others = eligible - entries.length
  return (
    <div className="flex flex-col gap-4">
      {question.skill !== undefined && (
        <ExplainedSkill slug={question.skill} skill={answer.skill} />
      )}
      {!routed && (
        <Notice>
          Turns with these settings show no catalogue: they do not have the tools “Catalogue for
          each turn”. What follows is what it would be.{' '}
          {question.agent_id === undefined ? (
            <Link to="/settings/agent-tools" className="underline">
              Agents’ tools
            </Link>
          ) : (
            <Link to="/agents/$id" params={{ id: question.agent_id }} className="underline">
              The agent
            </Link>
          )}
        </Notice>
      )}
      <p role="status" className="text-xs text-ink-2">
        {summary(answer)}
      </p>
      {entries.length === 0 ? (
        <Empty icon={<Route size={20} />} title="No skill can be offered">
          There is none that is enabled, has a description, and whose conditions hold.
        </Empty>
      ) : (
        <CatalogueTable answer={answer} />
      )}
      <ul className="flex flex-col gap-1 text-xs text-ink-3">
        {!fits && entries.length > 0 && (
          <li>None of these surely fits; the agent is told that they are the nearest.</li>
        )}
        {others > 0 && <li>{plural(others, 'more skill')} could be offered, and fit less well.</li>}
        {suppressed.map(({ slug, by }) => (
          <li key={slug}>
            {slug} is left out: {by} is nearly the same.
          </li>
        ))}
      </ul>
    </div>
  )
}

function summary({ entries, stages, asset_classes, preferences }: RoutingAnswer): string {
  const about = [...stages, ...asset_classes].join(', ')
  const { signal_slots, search_slots } = preferences
  return [
    `${plural(entries.length, 'skill')} would be offered; there is room for ${formatCount(signal_slots)} by score and ${formatCount(search_slots)} by search.`,
    about ? `The message is about: ${about}.` : 'No stage and no asset class is in the message.',
  ].join(' ')
}
