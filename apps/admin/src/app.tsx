import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { nonce } from './nonce.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'
import { Toasts } from './ui/toasts.tsx'

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  )
}
