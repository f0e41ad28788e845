import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ModalWindow } from './dialog-windows.tsx'

afterEach(cleanup)

it('a dialog stays at a press beside it, and goes by Escape', async () => {
  const onClose = vi.fn()
  render(
    <ModalWindow open onClose={onClose} title="Add a source">
      <input aria-label="Repository" />
    </ModalWindow>,
  )
  await screen.findByRole('dialog')
  for (const press of [fireEvent.pointerDown, fireEvent.mouseDown, fireEvent.click])
    press(document.body)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('Repository'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})
