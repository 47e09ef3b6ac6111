/** Lets the buttons of code blocks copy them. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('pre > button')) {
    button.addEventListener('click', async () => {
      const code = button.parentElement?.querySelector('code')?.textContent ?? ''
      const copied = await navigator.clipboard?.writeText(code).then(
        () => true,
        () => false,
      )
      button.textContent = copied === true ? 'Copied' : 'Not copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
  }
}
