import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { setFirstStepsShown, useFirstStepsShown } from '../../../shared/browser/preferences.ts'
import { Button } from '../../../shared/design/button.tsx'
import { classNames } from '../../../shared/design/class-names.ts'
import { type FirstStep, useFirstSteps } from './use-first-steps.ts'

/** What a newcomer does first. It ticks itself off, and goes when all is done or somebody hides it. */
export function FirstSteps() {
  const shown = useFirstStepsShown()
  const steps = useFirstSteps()
  const done = steps?.filter((step) => step.done).length ?? 0
  if (!shown || !steps || done === steps.length) return null
  return (
    <aside aria-labelledby="first-steps" className="card h-fit px-4 pt-4 pb-2">
      <h3 id="first-steps" className="flex items-baseline justify-between text-sm">
        First steps
        <span className="text-xs font-normal text-ink-3 tabular-nums">
          {done} of {steps.length}
        </span>
      </h3>
      <div aria-hidden="true" className="mt-2.5 mb-1 h-1 overflow-hidden rounded-full bg-hover">
        <div className="h-full bg-accent" style={{ width: `${(100 * done) / steps.length}%` }} />
      </div>
      <ul className="divide-y divide-line">
        {steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ul>
      <div className="border-t border-line pt-1 text-right">
        <Button variant="quiet" size="small" onClick={() => setFirstStepsShown(false)}>
          Hide
        </Button>
      </div>
    </aside>
  )
}

function Step({ step: { name, title, detail, done } }: { readonly step: FirstStep }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li className="flex gap-2.5 py-2.5">
      <Icon
        size={16}
        aria-hidden="true"
        className={classNames('mt-0.5 shrink-0', done ? 'text-good' : 'text-ink-3')}
      />
      <div className="min-w-0">
        <p className={classNames('font-medium', done && 'text-ink-3 line-through')}>
          <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>
          {done ? title : <StepLink name={name}>{title}</StepLink>}
        </p>
        <p className="text-xs text-ink-3">{detail}</p>
      </div>
    </li>
  )
}

/** Where the step is done; asking is done on this very page. */
function StepLink({
  name,
  children,
}: {
  readonly name: FirstStep['name']
  readonly children: ReactNode
}) {
  if (name === 'ask') return children
  if (name === 'model') {
    return (
      <Link to="/settings/models" className="font-medium hover:underline">
        {children}
      </Link>
    )
  }
  return (
    <Link to={name === 'skills' ? '/skills/import' : '/settings/keys'} className="hover:underline">
      {children}
    </Link>
  )
}
