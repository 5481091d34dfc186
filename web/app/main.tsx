import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles/tokens.css";
import { UploadsProvider } from "../features/upload/uploads.tsx";
import { Refusal } from "./call.ts";
import { router } from "./router.tsx";
import { SessionGate } from "./session.tsx";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the service refuses stays refused; what the network loses may come.
      retry: (count, error) => !(error instanceof Refusal && error.status < 500) && count < 2,
    },
  },
});

const root = document.querySelector("#root");
if (root === null) throw new Error("the page has no place for the application");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionGate>
        <UploadsProvider>
          <RouterProvider router={router} />
        </UploadsProvider>
      </SessionGate>
    </QueryClientProvider>
  </StrictMode>,
);
