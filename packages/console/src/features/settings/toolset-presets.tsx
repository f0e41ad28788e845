import type { SettingsUpdate, ToolsetPresetBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { FailedQuery } from '../../shared/design/states.tsx'
import { presetsQuery } from '../../shared/queries/organisation-queries.ts'

type ToolsetName = NonNullable<SettingsUpdate['toolsets']>[number]

interface ToolsetPresetsProps {
  readonly chosen: readonly string[]
  readonly disabled: boolean
  readonly onChange: (names: ToolsetName[]) => void
}

/** Named choices of toolsets, each with what it is for and what it costs. */
export function ToolsetPresets({ chosen, disabled, onChange }: ToolsetPresetsProps) {
  const presets = useQuery(presetsQuery)
  if (presets.isError) return <FailedQuery what="The presets could not be read" query={presets} />
  const offered = (presets.data ?? []).filter(({ usable_by }) => usable_by === 'organisation')
  if (offered.length === 0) return null
  const choose = (name: string) => {
    const preset = offered.find((one) => one.name === name)
    if (preset) onChange([...preset.toolsets] as ToolsetName[])
  }
  const active = offered.find(({ name }) => name === presetOf(offered, chosen)?.name)
  return (
    <>
      <RadioList
        label="Preset"
        value={active?.name ?? ''}
        options={offered.map((preset) => ({
          value: preset.name,
          label: preset.title,
          explains: `${preset.purpose} ${priceOf(preset)}`,
        }))}
        disabled={disabled}
        onChange={choose}
      />
      <p className="mt-2 min-h-5 text-xs text-ink-2">
        {active ? `Its tools: ${active.tools.join(', ')}.` : 'Chosen one by one, below.'}
      </p>
    </>
  )
}

/** The preset with just these toolsets, in any order. */
export function presetOf(
  presets: readonly Pick<ToolsetPresetBody, 'name' | 'toolsets'>[],
  chosen: readonly string[],
): Pick<ToolsetPresetBody, 'name'> | undefined {
  return presets.find(
    ({ toolsets }) =>
      toolsets.length === chosen.length && toolsets.every((name) => chosen.includes(name)),
  )
}

function priceOf({ tools, prompt_tokens: tokens, unavailable }: ToolsetPresetBody): string {
  const price = `${plural(tools.length, 'tool')}, about ${formatCount(tokens)} tokens in each request.`
  return unavailable.length === 0
    ? price
    : `${price} Not usable here now: ${unavailable.join(', ')}.`
}
