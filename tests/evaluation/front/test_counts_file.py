"""A matrix from a file of counts with labels."""

import pytest

from tests.statistics.refusals import refused
from veracity.errors import InputError, StorageError
from veracity.evaluation.front.counts_file import read_counts


@pytest.fixture
def write(tmp_path):
    def written(text, encoding="utf-8"):
        path = tmp_path / "counts.csv"
        path.write_text(text, encoding=encoding)
        return path

    return written


@pytest.mark.parametrize("sign", [",", "\t", ";"])
def test_rows_are_truth(write, sign):
    path = write("truth,a,b\na,5,1\nb,2,4\n".replace(",", sign))
    matrix = read_counts(path, pos_label="b")
    assert matrix.labels == ("a", "b")
    assert (matrix.tp, matrix.fp, matrix.fn, matrix.tn) == (4, 1, 2, 5)


def test_rows_may_be_predictions(write):
    matrix = read_counts(write(",a,b\na,5,2\nb,1,4\n"), rows="prediction", pos_label="b")
    assert (matrix.tp, matrix.fp, matrix.fn, matrix.tn) == (4, 1, 2, 5)


def test_lines_in_another_order_than_columns(write):
    matrix = read_counts(write(",a,b\nb,2,4\na,5,1\n"))
    assert matrix.counts.tolist() == [[5, 1], [2, 4]]


def test_numbers_are_labels_by_value(write):
    matrix = read_counts(write(",0,1\n0,5,1\n1,2,4\n"))
    assert matrix.labels == (0, 1)
    assert matrix.pos_label == 1


@pytest.mark.parametrize("word", ["nan", "inf", "infinity", "NaN"])
def test_words_that_float_would_swallow_stay_words(write, word):
    assert read_counts(write(f",{word},b\n{word},5,1\nb,2,4\n")).labels == (word, "b")


def test_spaces_empty_lines_and_a_mark_at_the_start(write):
    path = write("\n , a , b \n\n a , 5 , 1 \n b , 2 , 4 \n\n", "utf-8-sig")
    assert read_counts(path).counts.tolist() == [[5, 1], [2, 4]]


def test_quoted_labels(write):
    matrix = read_counts(write(',"a, b","c\nd"\n"a, b",5,1\n"c\nd",2,4\n'))
    assert matrix.labels == ("a, b", "c\nd")


def test_different_labels(write):
    words = ("counts.csv", "'a', 'b'", "'a', 'c'", "the same classes")
    refused(lambda: read_counts(write(",a,b\na,5,1\nc,2,4\n")), *words)


@pytest.mark.parametrize("text", ["", "a\n", ",a,b\na,5\nb,2,4\n", ",a,b\na,5,1\n", "5,1\n2,4\n"])
def test_no_table(write, text):
    with pytest.raises(InputError) as caught:
        read_counts(write(text))
    assert "counts.csv" in str(caught.value)


def test_no_number(write):
    refused(lambda: read_counts(write(",a,b\na,five,1\nb,2,4\n")), "counts.csv", "'five'")


def test_repeated_labels(write):
    refused(lambda: read_counts(write(",a,a\na,5,1\na,2,4\n")), "'a'", "repeats")


def test_unreadable_files(tmp_path, write):
    missing = tmp_path / "missing.csv"
    refused(lambda: read_counts(missing), "missing.csv", "No such file", error=StorageError)
    latin = write(",é,b\né,5,1\nb,2,4\n", "latin-1")
    refused(lambda: read_counts(latin), "UTF-8", error=StorageError)
