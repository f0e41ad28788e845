import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../shared/design/button.tsx'
import { Section } from '../../shared/design/section.tsx'

/** The way to what agents wrote. */
export function AuthoredSection() {
  return (
    <Section
      title="Tools by agents"
      description="Tools and libraries that agents wrote for you. Each runs only after a yes to exactly its code."
    >
      <Link to="/settings/tools" className={buttonClass()}>
        Tools by agents
      </Link>
    </Section>
  )
}
