import type { ModelProviderList } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshModels } from './model-queries.ts'

interface ModelsTableProps {
  readonly list: ModelProviderList
  readonly writable: boolean
}

const heads = ['Context', 'In', 'Cached in', 'Out']

/** Every model with its prices, and which one is the default. */
export function ModelsTable({ list, writable }: ModelsTableProps) {
  const choose = useAction({
    mutationFn: (default_model_id: string) => api.settings.update({ default_model_id }),
    onSettled: refreshModels,
  })
  const models = list.items.flatMap((provider) => provider.models)
  return (
    <section
      aria-label="Models and prices"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th className="px-4 py-2 text-left font-medium">Model</th>
            <th className="px-4 py-2 text-left font-medium">Use</th>
            {heads.map((head) => (
              <th key={head} className="px-4 py-2 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ id, context_tokens, prices }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="px-4 py-2 text-left font-medium">
                <bdi>{id}</bdi>
              </th>
              <td className="px-4 py-2">
                {id === list.default_model_id ? (
                  <Badge tone="accent">Default</Badge>
                ) : (
                  writable && (
                    <Button
                      size="small"
                      variant="quiet"
                      disabled={choose.isPending}
                      onClick={() => choose.mutate(id)}
                    >
                      Make default <span className="sr-only">{id}</span>
                    </Button>
                  )
                )}
              </td>
              <Figure value={context_tokens} />
              <Figure value={prices.input} />
              <Figure value={prices.cached_input} />
              <Figure value={prices.output} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Figure({ value }: { readonly value: number | null }) {
  return (
    <td className="px-4 py-2 text-right tabular-nums">
      {value === null ? <span className="text-ink-3">unknown</span> : value.toLocaleString('en-GB')}
    </td>
  )
}
