use proptest::prelude::*;

use super::{Priority, RenderQueue};
use crate::script::{LineId, Project};
use crate::studio::LineRequest;

fn request(line: u64, text: &str) -> LineRequest {
    let mut project = Project::default();
    project.push_text(text, true);
    LineRequest { line: LineId(line), ..LineRequest::of(&project, &project.lines()[0], &std::sync::Arc::default()) }
}

#[test]
fn the_urgent_goes_first_and_the_interrupted_comes_back() {
    let mut queue = RenderQueue::default();
    queue.want(request(1, "export"), Priority::Rest);
    queue.want(request(2, "export"), Priority::Rest);
    let (ticket, first, cancel) = queue.next_job().expect("a job");
    assert_eq!(first.line, LineId(1));
    queue.want(request(9, "heard"), Priority::Playing);
    assert!(cancel.is_cancelled(), "the export makes way");
    assert!(queue.next_job().is_none(), "one job at a time");
    queue.finish(ticket).expect("it was in hand");
    let order: Vec<u64> = std::iter::from_fn(|| {
        let (ticket, request, _) = queue.next_job()?;
        queue.finish(ticket);
        Some(request.line.0)
    })
    .collect();
    assert_eq!(order, [9, 1, 2], "what was interrupted is the next");
}

#[test]
fn an_edit_while_rendering_stops_the_old_text_only() {
    let mut queue = RenderQueue::default();
    queue.want(request(1, "old"), Priority::Edited);
    let (ticket, _, cancel) = queue.next_job().expect("a job");
    queue.want(request(1, "old"), Priority::Edited);
    assert!(!cancel.is_cancelled() && queue.len() == 1, "the same again changes nothing");
    queue.want(request(1, "new"), Priority::Edited);
    assert!(cancel.is_cancelled());
    queue.finish(ticket);
    let (_, next, _) = queue.next_job().expect("the new text");
    assert_eq!(next.text, "new");
    assert!(queue.waiting().next().is_none());
}

#[test]
fn late_answers_are_dropped() {
    let mut queue = RenderQueue::default();
    queue.want(request(1, "a"), Priority::Rest);
    let (old, ..) = queue.next_job().expect("a job");
    queue.finish(old);
    queue.want(request(1, "b"), Priority::Rest);
    queue.next_job().expect("a job");
    assert!(queue.finish(old).is_none());
    assert!(queue.progress(old, 1, 2).is_none());
    assert_eq!(queue.len(), 1);
}

fn order(queue: &mut RenderQueue) -> Vec<u64> {
    std::iter::from_fn(|| {
        let (ticket, request, _) = queue.next_job()?;
        queue.finish(ticket);
        Some(request.line.0)
    })
    .collect()
}

fn wanting(lines: impl IntoIterator<Item = u64>) -> RenderQueue {
    let mut queue = RenderQueue::default();
    lines.into_iter().for_each(|line| queue.want(request(line, "some text"), Priority::Rest));
    queue
}

#[test]
fn what_is_in_view_goes_before_the_rest() {
    let mut queue = wanting(1..=6);
    queue.set_in_view([LineId(4), LineId(5)]);
    queue.want(request(8, "ahead"), Priority::Ahead);
    let waiting: Vec<u64> = queue.waiting().map(|line| line.0).collect();
    assert_eq!(waiting, [8, 4, 5, 1, 2, 3, 6]);
    queue.set_in_view([LineId(3)]);
    assert_eq!(order(&mut queue), [8, 3, 1, 2, 4, 5, 6]);
}

#[test]
fn lines_can_be_put_first_and_last() {
    let mut queue = wanting(1..=4);
    let (ticket, first, cancel) = queue.next_job().expect("a job");
    assert_eq!(first.line, LineId(1));
    assert!(queue.render_next(LineId(4)));
    assert!(cancel.is_cancelled(), "it does not wait for the line in hand");
    queue.finish(ticket);
    assert!(queue.render_last(LineId(2)));
    assert!(queue.render_next(LineId(3)), "the last that was put first is the first");
    assert!(!queue.render_next(LineId(99)) && !queue.render_last(LineId(99)));
    assert_eq!(order(&mut queue), [3, 4, 1, 2]);
}

#[test]
fn a_pause_stops_all_but_what_is_heard() {
    let mut queue = wanting(1..=3);
    let (ticket, _, cancel) = queue.next_job().expect("a job");
    queue.set_paused(true);
    assert!(cancel.is_cancelled(), "the line in hand stops");
    queue.finish(ticket);
    assert_eq!(queue.len(), 3, "it waits again");
    assert!(queue.next_job().is_none());
    queue.want(request(9, "edited"), Priority::Edited);
    assert!(queue.next_job().is_none());
    queue.want(request(7, "heard"), Priority::Playing);
    assert_eq!(order(&mut queue), [7]);
    queue.set_paused(false);
    assert_eq!(order(&mut queue), [9, 1, 2, 3]);
    let mut queue = wanting(1..=2);
    queue.set_paused(true);
    queue.cancel_all();
    assert!(!queue.is_paused(), "there is nothing left to pause");
}

#[test]
fn every_line_knows_when_it_is_done() {
    let mut queue = wanting(1..=3);
    assert_eq!(
        queue.places().map(|(line, secs)| (line.0, secs)).collect::<Vec<_>>(),
        [(1, None), (2, None), (3, None)]
    );
    queue.learn(9, 18.0);
    assert_eq!(queue.places().last().and_then(|(_, secs)| secs), queue.secs_left());
    let (ticket, ..) = queue.next_job().expect("a job");
    queue.progress(ticket, 1, 3);
    let secs: Vec<f64> = queue.places().filter_map(|(_, secs)| secs).collect();
    assert_eq!(secs, [12.0 + 18.0, 12.0 + 36.0], "two thirds of the line in hand are left");
    queue.finish(ticket);
    assert_eq!((queue.n_finished(), queue.len()), (1, 2));
    assert_eq!(order(&mut queue).len(), 2);
    assert_eq!(queue.n_finished(), 0, "the next lot begins at nothing");
}

#[derive(Clone, Debug)]
enum Op {
    Want(u64, u8, u8),
    Next,
    Finish,
    Cancel(u64),
    CancelAll,
    First(u64),
    Last(u64),
    Pause(bool),
    View(Vec<u64>),
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        (0..6u64, 0..3u8, 0..4u8).prop_map(|(line, text, priority)| Op::Want(line, text, priority)),
        Just(Op::Next),
        Just(Op::Finish),
        (0..6u64).prop_map(Op::Cancel),
        Just(Op::CancelAll),
        (0..6u64).prop_map(Op::First),
        (0..6u64).prop_map(Op::Last),
        any::<bool>().prop_map(Op::Pause),
        prop::collection::vec(0..6u64, 0..4).prop_map(Op::View),
    ]
}

proptest! {
    /// Whatever happens, a wanted line is rendered or cancelled, never stuck, and never twice in the queue.
    #[test]
    fn no_line_is_stuck(ops in prop::collection::vec(op(), 0..60)) {
        let mut queue = RenderQueue::default();
        let mut wanted = std::collections::HashMap::new();
        let mut in_hand = None;
        for op in ops {
            match op {
                Op::Want(line, text, priority) => {
                    let priority = [Priority::Playing, Priority::Edited, Priority::Ahead, Priority::Rest][priority as usize];
                    let text = format!("text {text}");
                    queue.want(request(line, &text), priority);
                    wanted.insert(line, text);
                }
                Op::Next => if let Some((ticket, request, cancel)) = queue.next_job() {
                    prop_assert!(in_hand.is_none());
                    in_hand = Some((ticket, request, cancel));
                },
                Op::Finish => if let Some((ticket, request, cancel)) = in_hand.take() {
                    queue.finish(ticket);
                    if !cancel.is_cancelled() && wanted.get(&request.line.0) == Some(&request.text) {
                        wanted.remove(&request.line.0);
                    }
                },
                Op::Cancel(line) => { queue.cancel(line_id(line)); wanted.remove(&line); }
                Op::CancelAll => { queue.cancel_all(); wanted.clear(); }
                Op::First(line) => { queue.render_next(line_id(line)); }
                Op::Last(line) => { queue.render_last(line_id(line)); }
                Op::Pause(is_paused) => queue.set_paused(is_paused),
                Op::View(lines) => queue.set_in_view(lines.into_iter().map(line_id)),
            }
            let mut lines: Vec<_> = queue.waiting().collect();
            let n = lines.len();
            lines.sort();
            lines.dedup();
            prop_assert_eq!(lines.len(), n, "a line waits twice");
        }
        // Let the worker catch up.
        queue.set_paused(false);
        loop {
            if let Some((ticket, request, cancel)) = in_hand.take() {
                queue.finish(ticket);
                if !cancel.is_cancelled() && wanted.get(&request.line.0) == Some(&request.text) {
                    wanted.remove(&request.line.0);
                }
            }
            in_hand = queue.next_job();
            if in_hand.is_none() { break; }
        }
        prop_assert!(wanted.is_empty(), "never rendered: {:?}", wanted);
        prop_assert!(queue.is_empty());
    }
}

fn line_id(line: u64) -> LineId {
    LineId(line)
}
