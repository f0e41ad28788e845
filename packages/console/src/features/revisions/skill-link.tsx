import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SkillLinkProps {
  readonly id: string
  readonly children: ReactNode
}

export function SkillLink({ id, children }: SkillLinkProps) {
  return (
    <Link to="/skills/$id" params={{ id }} className="underline underline-offset-2">
      {children}
    </Link>
  )
}
