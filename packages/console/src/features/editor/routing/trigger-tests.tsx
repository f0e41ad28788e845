import type { SkillBody, SkillEvalBody, TriggerTestOutcomeBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Play } from 'lucide-react'
import { api } from '../../../shared/api/api.ts'
import { Badge } from '../../../shared/design/badge.tsx'
import { Button } from '../../../shared/design/button.tsx'
import { Notice } from '../../../shared/design/notice.tsx'
import { formatCount, plural } from '../../../shared/design/numbers.ts'
import { Section } from '../../../shared/design/section.tsx'
import { Failed } from '../../../shared/design/states.tsx'
import { describeMissing, reasonLabel } from '../../routing/reason-labels.ts'

/** Messages that must, and must not, bring the skill up: run on what is saved, with the reasons. */
export function TriggerTests({ skill }: { readonly skill: SkillBody }) {
  const run = useMutation({ mutationFn: () => api.skills.runEvals(skill.id) })
  return (
    <Section
      title="Trigger tests"
      description="Messages in evals/triggers.yaml that must, and must not, bring up the saved skill. They are routed as your own turns would be; nothing is started."
    >
      <Button onClick={() => run.mutate()} disabled={run.isPending}>
        <Play size={14} aria-hidden="true" /> {run.isPending ? 'Running …' : 'Run now'}
      </Button>
      <div className="mt-4">
        {run.isError && (
          <Failed
            what="The tests could not be run"
            error={run.error}
            onRetry={() => run.mutate()}
          />
        )}
        {run.data && <Result result={run.data} />}
      </div>
    </Section>
  )
}

function Result({ result }: { readonly result: SkillEvalBody }) {
  const { path, diagnostics, precision, recall, within, outcomes, confusions, slug } = result
  const { by_search: bySearch } = result
  if (path === null) {
    return (
      <Notice title="The skill has no trigger tests yet">
        Add a file evals/triggers.yaml with the lists must_surface and must_not_surface.
      </Notice>
    )
  }
  const others = confusions.filter((confusion) => confusion.slug !== slug)
  return (
    <div className="flex flex-col gap-3">
      <p>{counts(outcomes)}</p>
      <p className="flex flex-wrap gap-2">
        <Badge tone={recall === 1 ? 'good' : 'warn'}>Recall {percent(recall)}</Badge>
        <Badge tone={precision === 1 ? 'good' : 'warn'}>Precision {percent(precision)}</Badge>
        <Badge>Counts among the first {formatCount(within)} offered</Badge>
      </p>
      <p className="text-xs text-ink-3">
        Search alone: recall {percent(bySearch.recall)}, precision {percent(bySearch.precision)}.
      </p>
      {diagnostics.map(({ line, column, message }) => (
        <Notice key={`${line}:${column}`} tone="warn" title={`${path}, line ${line}:${column}`}>
          {message}
        </Notice>
      ))}
      <ul aria-label="Messages" className="card divide-y divide-line">
        {wrongFirst(outcomes).map((outcome) => (
          <Outcome key={outcome.message} outcome={outcome} />
        ))}
      </ul>
      {others.length > 0 && (
        <p className="text-xs text-ink-3">
          Instead of it stands first:{' '}
          {others
            .map(({ slug: other, messages }) => `${other ?? 'nothing'} (${messages})`)
            .join(', ')}
        </p>
      )}
    </div>
  )
}

const isRight = (outcome: TriggerTestOutcomeBody) => outcome.must_surface === outcome.surfaced

/** In words what recall and precision say in numbers. */
function counts(outcomes: readonly TriggerTestOutcomeBody[]): string {
  const wanted = outcomes.filter((one) => one.must_surface)
  const unwanted = outcomes.filter((one) => !one.must_surface)
  const wrong = unwanted.filter((one) => !isRight(one)).length
  return [
    `Brought up by ${formatCount(wanted.filter(isRight).length)} of ${plural(wanted.length, 'message')} that must,`,
    `and by ${formatCount(wrong)} of ${formatCount(unwanted.length)} that must not.`,
  ].join(' ')
}

/** What is to be mended stands on top; the rest as in the file. */
function wrongFirst(
  outcomes: readonly TriggerTestOutcomeBody[],
): readonly TriggerTestOutcomeBody[] {
  return [...outcomes.filter((one) => !isRight(one)), ...outcomes.filter(isRight)]
}

function Outcome({ outcome }: { readonly outcome: TriggerTestOutcomeBody }) {
  const {
    message,
    must_surface: wanted,
    place,
    search_place: hit,
    first,
    decision,
    reasons,
  } = outcome
  const right = isRight(outcome)
  const Icon = right ? CircleCheck : CircleX
  const where = place === null ? 'Not brought up' : `Place ${place}`
  const found = hit === null ? 'Not found by search' : `Place ${hit} by search`
  const because =
    decision === 'offered'
      ? `${reasonLabel(reasons)}.`
      : describeMissing({ ...outcome, slug: '', name: '', search_score: 0, words: [] })
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <Icon
        size={15}
        aria-label={right ? 'as it should be' : wanted ? 'missed' : 'brought up wrongly'}
        className={right ? 'mt-0.5 shrink-0 text-good' : 'mt-0.5 shrink-0 text-bad-ink'}
      />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{message}</p>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
          {wanted ? 'Must bring it up' : 'Must not'} · {where} · {found} · {because}
          {!right && place !== 1 && ` First is ${first ?? 'nothing'}.`}
        </p>
      </div>
    </li>
  )
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.floor(share * 100)} %`
}
