import type { ModelProviderList } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { foundModelsQuery, modelProvidersQuery } from './model-queries.ts'
import { ModelsTable } from './models-table.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { newProviderDraft, ollamaDraft, type ProviderDraft } from './provider-draft.ts'
import { ProviderRow } from './provider-row.tsx'

/** Which models agents may use. */
export function ModelsPage() {
  return (
    <AllowedPage title="Models" needs="settings.write" does="sees where models come from">
      <Models />
    </AllowedPage>
  )
}

function Models() {
  const providers = useQuery(modelProvidersQuery)
  const writable = useCan('models.change')
  const [adding, setAdding] = useState<ProviderDraft | null>(null)
  const list = providers.data
  return (
    <Page
      narrow
      title="Models"
      subtitle={
        writable
          ? 'Which models agents may use. A key is encrypted before it is stored and never shown again.'
          : 'Only an owner changes models.'
      }
      actions={
        writable && (
          <Button variant="primary" onClick={() => setAdding(newProviderDraft)}>
            <Plus size={14} aria-hidden="true" /> Add provider
          </Button>
        )
      }
    >
      <QueryPlaceholder for={providers} what="Models" />
      {list && (
        <div className="flex flex-col gap-6">
          {list.demo && <DemoAnswers hasProviders={list.items.length > 0} />}
          {writable && <FoundOllama list={list} onAdd={setAdding} />}
          {list.items.length > 0 && <Providers list={list} writable={writable} />}
        </div>
      )}
      {adding && <ProviderDialog provider={null} from={adding} onClose={() => setAdding(null)} />}
    </Page>
  )
}

function DemoAnswers({ hasProviders }: { readonly hasProviders: boolean }) {
  return (
    <Notice title="The demo model answers now. It matches words and does not think.">
      {hasProviders
        ? 'Test a provider below, then make one of its models the default.'
        : 'Add a provider: its address, a key where it needs one, and the name of a model. Then test it and make its model the default.'}
    </Notice>
  )
}

interface ListProps {
  readonly list: ModelProviderList
}

function FoundOllama({
  list,
  onAdd,
}: ListProps & { readonly onAdd: (draft: ProviderDraft) => void }) {
  const isThere = list.items.some(({ kind }) => kind === 'ollama')
  const { data } = useQuery({ ...foundModelsQuery, enabled: !isThere })
  const models = data?.ollama ?? null
  if (isThere || models === null) return null
  return (
    <Notice
      title="Ollama answers on the server’s machine"
      actions={
        <Button size="small" onClick={() => onAdd(ollamaDraft(models))}>
          Add Ollama
        </Button>
      }
    >
      {models.length === 1 ? '1 model' : `${models.length} models`}, no key needed.
    </Notice>
  )
}

function Providers({ list, writable }: ListProps & { readonly writable: boolean }) {
  return (
    <>
      <ul aria-label="Providers" className="rounded-lg border border-line bg-surface">
        {list.items.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            isDefault={provider.models.some(({ id }) => id === list.default_model_id)}
            writable={writable}
          />
        ))}
      </ul>
      <div>
        <h2 className="text-sm">Models in use</h2>
        <p className="mb-2 mt-1 text-xs text-ink-3">
          Prices per million tokens, in the currency your provider bills in.
        </p>
        <ModelsTable list={list} writable={writable} />
      </div>
    </>
  )
}
