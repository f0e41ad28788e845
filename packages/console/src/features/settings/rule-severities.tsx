import type { ScanRuleBody, SettingsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { Choice } from '../../shared/design/field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { scanRulesQuery } from '../../shared/queries/organisation-queries.ts'
import { severityLabels } from '../revisions/revision-labels.ts'

type Severities = SettingsBody['scan_severities']
type Severity = ScanRuleBody['severity']

const levels = ['info', 'low', 'medium', 'high', 'critical'] as const satisfies readonly Severity[]

interface RuleSeveritiesProps {
  readonly severities: Severities
  readonly writable: boolean
  /** Whether the person may lower a rule that blocks. */
  readonly mayLower: boolean
  readonly onChange: (severities: Severities) => void
}

/** The rules that count otherwise here than the scanner says, and a form for one more. */
export function RuleSeverities({ severities, writable, mayLower, onChange }: RuleSeveritiesProps) {
  const { data: rules = [] } = useQuery(scanRulesQuery)
  const entries = Object.entries(severities).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const remove = (name: string) =>
    onChange(Object.fromEntries(entries.filter(([known]) => known !== name)))
  return (
    <div className="mt-5 flex flex-col gap-3">
      <h3 className="font-medium">Severities of single rules</h3>
      {entries.length === 0 && (
        <p className="text-xs text-ink-3">Every rule counts as the scanner says.</p>
      )}
      {entries.length > 0 && (
        <table className="card w-full text-left text-xs">
          <thead>
            <tr className="border-b border-line text-ink-3">
              <th className="px-4 py-2 font-medium">Rule</th>
              <th className="px-4 py-2 font-medium">Scanner</th>
              <th className="px-4 py-2 font-medium">Here</th>
              <th className="px-4 py-2">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(([name, severity]) => (
              <tr key={name} className="border-b border-line last:border-0">
                <td className="px-4 py-2 font-mono [overflow-wrap:anywhere]">{name}</td>
                <td className="px-4 py-2 text-ink-2">{ownText(name, rules)}</td>
                <td className="px-4 py-2">
                  <Badge tone={severityLabels[severity].tone}>
                    {severityLabels[severity].text}
                  </Badge>
                </td>
                <td className="px-4 py-2 text-right">
                  {writable && (
                    <Button
                      size="small"
                      aria-label={`Remove the severity of ${name}`}
                      onClick={() => remove(name)}
                    >
                      Remove
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {meaningOf(severities, rules).map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      {writable && rules.length > 0 && (
        <AddSeverity
          rules={rules}
          mayLower={mayLower}
          onAdd={(name, severity) => onChange({ ...severities, [name]: severity })}
        />
      )}
    </div>
  )
}

interface AddSeverityProps extends Pick<RuleSeveritiesProps, 'mayLower'> {
  readonly rules: readonly ScanRuleBody[]
  readonly onAdd: (name: string, severity: Severity) => void
}

function AddSeverity({ rules, mayLower, onAdd }: AddSeverityProps) {
  const names = namesOf(rules)
  const [name, setName] = useState(names[0] ?? '')
  const [severity, setSeverity] = useState<Severity>('medium')
  const isOwners = !mayLower && severity !== 'critical' && ownOf(name, rules).includes('critical')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice
        label="Rule or family"
        className="min-w-60"
        options={names.map((one) => ({ value: one, label: one }))}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choice
        label="Counts as"
        options={levels.map((one) => ({ value: one, label: severityLabels[one].text }))}
        value={severity}
        onChange={({ target }) => setSeverity(target.value as Severity)}
      />
      <Button disabled={isOwners} onClick={() => onAdd(name, severity)}>
        Add
      </Button>
      <p className="basis-full text-xs text-ink-2">
        {isOwners
          ? 'Only an owner may lower a rule for which the scan blocks a skill.'
          : (rules.find(({ id }) => id === name)?.message ?? 'All rules of this family.')}
      </p>
    </div>
  )
}

function namesOf(rules: readonly ScanRuleBody[]): readonly string[] {
  const families = [...new Set(rules.map(({ family }) => `${family}.*`))]
  return [...families, ...rules.map(({ id }) => id)]
}

/** What the scanner says of the rules that a name stands for. */
function ownOf(name: string, rules: readonly ScanRuleBody[]): readonly Severity[] {
  const named = rules.filter(({ id, family }) => id === name || `${family}.*` === name)
  return levels.filter((level) => named.some(({ severity }) => severity === level))
}

function ownText(name: string, rules: readonly ScanRuleBody[]): string {
  return ownOf(name, rules)
    .map((level) => severityLabels[level].text)
    .join(', ')
}

/** What a person gives up who lowers a rule: for what blocks, and for text that only models read. */
function meaningOf(severities: Severities, rules: readonly ScanRuleBody[]): readonly string[] {
  const lowered = Object.entries(severities).filter(([name, severity]) =>
    ownOf(name, rules).some((own) => levels.indexOf(severity) < levels.indexOf(own)),
  )
  const isOf = (family: string) => lowered.some(([name]) => name.startsWith(`${family}.`))
  const blocks = lowered.some(([name]) => ownOf(name, rules).includes('critical'))
  return [
    ...(isOf('hidden')
      ? ['Text that no person can see, but a model reads, may come in without being asked about.']
      : []),
    ...(isOf('prompt')
      ? ['Orders that turn an agent against its person may come in without being asked about.']
      : []),
    ...(blocks ? ['A rule that blocks malware blocks no longer.'] : []),
  ]
}
