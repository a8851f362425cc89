#!/usr/bin/env bash
#
# Measures the vision suite on a Slurm cluster: each task of an array takes a part, on a GPU of its own.
#
#     sbatch benchmarks/recipes/slurm.sh
#
# Submit it from the project's root, in an environment made by `pip install -c constraints.txt -e ".[measure]"`. All
# tasks of an array are to have the same sort of GPU and node; for several sorts, submit it once for each, for example
# with `--gres=gpu:a100:1` and with `--gres=gpu:v100:1`. When all are through:
#
#     lockstep bench merge benchmarks/parts/*/*.json --output benchmarks/results/measured-cluster.json
#
# A task that is ended early has its finished cells in its file, and goes on from there when it is requeued.
#
#SBATCH --job-name=lockstep
#SBATCH --array=1-8
#SBATCH --gres=gpu:1
#SBATCH --cpus-per-task=8
#SBATCH --mem=32G
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --output=lockstep-%A-%a.log

set -euo pipefail

part=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
folder="benchmarks/parts/$SLURM_ARRAY_JOB_ID"
mkdir -p "$folder"

# exec: what Slurm sends to end the task reaches the program itself.
exec lockstep bench run \
  --suite vision \
  --device cuda \
  --batch-sizes 1,4,16 \
  --modes default,reduce-overhead \
  --shard "$part/$SLURM_ARRAY_TASK_COUNT" \
  --output "$folder/part-$part.json"
