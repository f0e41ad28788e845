import type { ModelProviderBody } from '@repertoire/protocol'
import { Cloud, Lock, RotateCcw, Server, Zap } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { EditRemoveMenu } from '../../shared/design/edit-remove-menu.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshModels } from './model-queries.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import { draftOfProvider } from './provider-draft.ts'

interface ProviderRowProps {
  readonly provider: ModelProviderBody
  readonly isDefault: boolean
  readonly writable: boolean
}

/** A provider with its test, whose result stands in the row. */
export function ProviderRow({ provider, isDefault, writable }: ProviderRowProps) {
  const { id, name, source } = provider
  const test = useAction({
    mutationFn: () => api.modelProviders.test(id),
    onSettled: refreshModels,
  })
  const result = test.data ?? provider.last_test
  const Icon = source === 'environment' ? Lock : provider.kind === 'ollama' ? Server : Cloud
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-3 first:border-0">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line text-ink-3">
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{name}</bdi>
          {isDefault && <Badge tone="accent">Default</Badge>}
          {source === 'environment' && <Badge>From the environment</Badge>}
          {result?.ok === false && (
            <Badge tone="bad">
              {result.code === 'model.unauthorised' ? 'Refused' : 'Does not answer'}
            </Badge>
          )}
        </p>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{about(provider)}</p>
        <p role="status" className="text-xs">
          {test.isPending
            ? 'Asking its first model for one word.'
            : result && (
                <span className={result.ok ? 'text-good-ink' : 'text-bad-ink'}>
                  {result.message} {result.hint}{' '}
                  <span className="text-ink-3">
                    <Timestamp at={result.at} />
                  </span>
                </span>
              )}
        </p>
      </div>
      {writable && (
        <div className="flex items-center gap-2">
          <Button
            size="small"
            className="min-w-24"
            disabled={test.isPending}
            aria-label={`Test ${name}`}
            onClick={() => test.mutate()}
          >
            {result?.ok === false ? (
              <RotateCcw size={13} aria-hidden="true" />
            ) : (
              <Zap size={13} aria-hidden="true" />
            )}
            {test.isPending ? 'Testing' : result?.ok === false ? 'Test again' : 'Test'}
          </Button>
          {source === 'organisation' && <ProviderMenu provider={provider} />}
        </div>
      )}
    </li>
  )
}

function ProviderMenu({ provider }: Pick<ProviderRowProps, 'provider'>) {
  const { id, name } = provider
  const remove = useAction({
    mutationFn: () => api.modelProviders.remove(id),
    onSuccess: () => void showToast(`${name} was removed`),
    onSettled: refreshModels,
  })
  return (
    <EditRemoveMenu
      name={name}
      edit={(onClose) => (
        <ProviderDialog provider={provider} from={draftOfProvider(provider)} onClose={onClose} />
      )}
      loss="Its key is deleted and cannot be brought back. Agents that use its models cannot answer until another model is chosen."
      onRemove={() => remove.mutate()}
    />
  )
}

function about({ source, kind, base_url, key, models }: ModelProviderBody): string {
  if (source === 'environment') {
    const variables = kind === 'anthropic' ? 'ANTHROPIC_MODEL' : 'OPENAI_MODEL'
    return `${variables} is set where the server starts; read only here`
  }
  const usual = kind === 'ollama' ? '127.0.0.1:11434' : 'the provider’s own address'
  const where = base_url?.replace(/^https?:\/\//, '') ?? usual
  const how = key ? (key.ending ? `key ends in ${key.ending}` : 'with a key') : 'no key'
  return `${where} · ${how} · ${models.length === 1 ? '1 model' : `${models.length} models`}`
}
