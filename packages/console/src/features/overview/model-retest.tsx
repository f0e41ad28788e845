import type { ActOnBody } from '@repertoire/protocol'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { comparisonText, retestEndTexts } from './model-comparison.ts'

type Retest = NonNullable<ActOnBody['retest']>

/** How the tests of the skills in use went when a model changed the last time. */
export function ModelRetest({ retest }: { readonly retest: Retest }) {
  const { end, spent, max_cost: max, untried, skills } = retest
  return (
    <details className="border-t border-line text-xs text-ink-3">
      <summary className="px-4 py-2 outline-offset-[-2px] hover:bg-hover">
        Tests after a change of model: {end === null ? 'waiting or running.' : retestEndTexts[end]}
      </summary>
      <ul className="px-4 pb-2">
        {skills.map(({ skill_id: id, slug, problem, models }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1">
            <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
              <MarkedText text={slug} />
            </span>
            <span className="tabular-nums [overflow-wrap:anywhere]">
              <MarkedText text={problem ?? comparisonText(models)} />
            </span>
          </li>
        ))}
        {untried > 0 && <li className="py-1">{plural(untried, 'skill')} not tried.</li>}
        {end !== null && (
          <li className="py-1">
            Cost {spent ?? 'unknown'} of at most {max}.
          </li>
        )}
      </ul>
    </details>
  )
}
