import { classNames } from '../../shared/design/class-names.ts'

/** A share of the budget, in percent. */
export function BudgetBar({ share, look }: { readonly share: number; readonly look: string }) {
  return (
    <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-hover">
      <div
        className={classNames('h-full rounded-full transition-[width]', look)}
        style={{ width: `${Math.min(100, share)}%` }}
      />
    </div>
  )
}
