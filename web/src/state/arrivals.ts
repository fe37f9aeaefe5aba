// Files dropped and text pasted anywhere on the page go where they belong.
import { readCases } from "./cases";
import { isProof, judge } from "./proofs";
import { tab } from "./store";

const isFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

async function arrive(file: File): Promise<void> {
  const text = await file.text();
  if (isProof(text)) {
    tab.value = "proofs";
    return judge([file]);
  }
  tab.value = "cases";
  await readCases(text);
}

export function followArrivals(): void {
  addEventListener("dragover", (event) => {
    if (isFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    // A panel has taken it already.
    if (event.defaultPrevented || !isFiles(event)) return;
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) void arrive(file);
  });
  addEventListener("paste", (event) => {
    if ((event.target as Element).closest?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    if (text.trim().includes("\n")) tab.value = "cases";
    void readCases(text, true);
  });
}
