import { Section } from '../../shared/design/section.tsx'
import { SessionList } from './session-list.tsx'

export function SessionsSection() {
  return (
    <Section
      title="Sessions"
      description="Browsers that are signed in as you. End what you do not know, with the apps connected there; API keys stay."
    >
      <SessionList />
    </Section>
  )
}
