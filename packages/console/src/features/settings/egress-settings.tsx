import type { SettingsBody } from '@repertoire/protocol'
import { LinesField } from '../../shared/design/lines-field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Section } from '../../shared/design/section.tsx'

interface EgressSettingsProps {
  readonly list: SettingsBody['egress_allow_list']
  readonly writable: boolean
  readonly onChange: (list: SettingsBody['egress_allow_list']) => void
}

/** Where agents may send without asking, a destination a line. */
export function EgressSettings({ list, writable, onChange }: EgressSettingsProps) {
  return (
    <Section
      title="Outbound requests"
      description="Once an agent has read untrusted content, it asks before each request that leaves this server: a web address, a call of a connector. In turns nobody starts it sends nothing. Destinations listed here are excepted."
    >
      <LinesField
        label="Send without asking to"
        disabled={!writable}
        placeholder={'docs.example.org\n*.team.example\nconnector:wiki'}
        hint="One a line: a host, all hosts below a domain, or a connector. List no place where third parties can read what is sent there."
        lines={list}
        onChange={onChange}
      />
      {list.includes('*') && (
        <div className="mt-3">
          <Notice tone="warn">
            * lets agents send anywhere in turns of persons, also what untrusted words ask for.
          </Notice>
        </div>
      )}
    </Section>
  )
}
